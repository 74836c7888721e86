'use strict';
// Sorts the tables, sets a second result beside this one, and shows the JSON. The page is complete without it.
(() => {
  const byId = id => document.getElementById(id);
  const mine = JSON.parse(byId('result').textContent);

  // Sorting: a button in each head. Numbers by data-value, all else as text; what is empty comes last either way.

  function keyOf(row, column) {
    const cell = row.cells[column];
    if (!cell.hasAttribute('data-value')) {
      return cell.textContent;
    }
    return cell.dataset.value === '' ? '' : Number(cell.dataset.value);
  }

  function order(a, b) {
    return typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), 'en', { numeric: true });
  }

  function sort(head) {
    const descending = head.getAttribute('aria-sort') === 'ascending';
    const column = head.cellIndex;
    const body = head.closest('table').tBodies[0];
    for (const other of head.parentNode.cells) {
      other.removeAttribute('aria-sort');
    }
    head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const rows = [...body.rows].map(row => ({ row, key: keyOf(row, column) }));
    rows.sort((a, b) => {
      if (a.key === '' || b.key === '') {
        return (a.key === '') - (b.key === '');
      }
      return descending ? order(b.key, a.key) : order(a.key, b.key);
    });
    body.append(...rows.map(each => each.row));
  }

  document.addEventListener('click', event => {
    const button = event.target.closest('table.sortable thead button');
    if (button) {
      sort(button.closest('th'));
    }
  });

  // Comparing: the figures of both, by scenario, subject, JDK and metric.

  function shown(value) {
    const size = Math.abs(value);
    const unit = size >= 1e12 ? [1e12, ' T'] : size >= 1e9 ? [1e9, ' G'] : size >= 1e6 ? [1e6, ' M']
      : size >= 1e4 ? [1e3, ' k'] : [1, ''];
    const scaled = value / unit[0];
    return (size >= 1e3 && size < 1e4 ? Math.round(value) : Number(scaled.toPrecision(3))) + unit[1];
  }

  // The latencies as figures without an interval.
  function figures(result) {
    const latencies = result.percentiles.flatMap(line => [0.5, 0.99, 1].flatMap(part => {
      const point = line.points.find(each => each[0] >= part);
      const metric = (part === 1 ? 'slowest' : part * 100 + ' % within') + ', ' + line.unit;
      return point ? [{ ...line, metric, better: 'less', value: point[1], low: point[1], high: point[1], samples: [] }] : [];
    }));
    return result.rows.concat(latencies);
  }

  function keyed(result) {
    return new Map(figures(result).map(row => [JSON.stringify([row.group, row.subject, row.jdk, row.metric]), row]));
  }

  function verdict(here, there) {
    if (!here || !there) {
      const text = here ? 'only here' : 'only in the second';
      return { kind: '', text, brief: text, ratio: '' };
    }
    const ratio = here.better === 'more' ? there.value / here.value : here.value / there.value;
    const times = Number.isFinite(ratio) && ratio > 0 ? ratio : '';
    if (here.low <= there.high && there.low <= here.high) {
      return { kind: 'even', text: '≈ no difference shown', brief: '≈ no difference', ratio: times };
    }
    const samples = Math.min(here.samples.length, there.samples.length);
    if (samples < 3) {
      const few = samples < 2 ? 'one sample' : `${samples} samples`;
      return { kind: 'few', text: `${few}: no verdict`, brief: times === '' ? few : `${shown(times)}x, ${few}`, ratio: times };
    }
    const [mark, kind] = there.value > here.value === (here.better === 'more') ? ['▲', 'better'] : ['▼', 'worse'];
    const by = times === '' ? '' : ` ${shown(times)}x`;
    return {
      kind,
      text: `${mark} the second is ${kind}`,
      brief: mark + ' ' + kind + by,
      ratio: times,
    };
  }

  function element(name, text, attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, value);
    }
    return made;
  }

  function number(label, value) {
    const attributes = { 'data-label': label, 'data-value': value, 'class': 'number' };
    return element('td', value === '' ? '' : shown(value), attributes);
  }

  function pair(here, there) {
    const { group, subject, jdk, metric } = here || there;
    return { group, subject, jdk, metric, here, there, ...verdict(here, there) };
  }

  function line(pair) {
    const row = element('tr', '', { 'class': pair.kind });
    const ratio = number('Ratio', pair.ratio);
    ratio.textContent += pair.ratio === '' ? '' : 'x';
    row.append(
      element('td', pair.group, { 'data-label': 'Scenario', 'class': 'bare' }),
      element('td', pair.metric, { 'data-label': 'Metric', 'class': 'bare' }),
      element('td', pair.jdk, { 'data-label': 'JDK' }),
      element('th', pair.subject, { scope: 'row' }),
      number('This', pair.here ? pair.here.value : ''),
      number('Second', pair.there ? pair.there.value : ''),
      ratio,
      element('td', pair.text, { 'data-label': 'Verdict', 'class': 'bare standing' }));
    return row;
  }

  function whatIs(result) {
    const { cpu, cores, memory, os } = result.machine;
    return `${result.title}; commit ${result.commit}, ${result.date}; ${cpu}, ${cores} cores, ${memory}, ${os}`;
  }

  function compare(second) {
    if (!second || second.format !== mine.format || !Array.isArray(second.rows) || !Array.isArray(second.percentiles)) {
      throw new Error(`expected a result of format ${mine.format}, with rows and percentiles`);
    }
    const here = keyed(mine);
    const there = keyed(second);
    for (const { group, subject, value, low, high } of there.values()) {
      if (![value, low, high].every(Number.isFinite)) {
        throw new Error(`expected numbers as the figure of ${subject} in ${group}`);
      }
    }
    const pairs = [...new Set([...here.keys(), ...there.keys()])].map(key => pair(here.get(key), there.get(key)));
    const colours = new Map(Object.entries(JSON.parse(byId('compared-pictures').dataset.colours)));
    byId('compared-pictures').replaceChildren(...pairCharts(pairs, { shown, colours }));
    byId('compared').replaceChildren(tableOf(pairs));
    const sameMachine = JSON.stringify(second.machine) === JSON.stringify(mine.machine);
    say([`This: ${whatIs(mine)}`, `Second: ${whatIs(second)}`],
      sameMachine ? '' : 'Two machines: their figures differ for that alone. Compare ratios within each.');
  }

  function tableOf(pairs) {
    const table = element('table', '', { 'class': 'sortable' });
    const names = ['Scenario', 'Metric', 'JDK', 'Subject', 'This', 'Second', 'Ratio', 'Verdict'];
    const head = table.createTHead().insertRow();
    for (const name of names) {
      const cell = element('th', '', { scope: 'col' });
      cell.append(element('button', name, { type: 'button' }));
      head.append(cell);
    }
    table.createTBody().append(...pairs.map(line));
    table.prepend(element('caption', 'This result beside the second; a ratio above 1 says that the second is better'));
    return table;
  }

  function say(facts, warning) {
    const lines = facts.map(fact => element('div', fact));
    byId('compared-what').replaceChildren(...lines, element('strong', warning, { 'class': 'wrong' }));
  }

  byId('second').addEventListener('change', async event => {
    const file = event.target.files[0];
    if (!file) {
      return;
    }
    try {
      compare(JSON.parse(await file.text()));
    } catch (error) {
      byId('compared-pictures').replaceChildren();
      byId('compared').replaceChildren();
      say([], `${file.name} cannot be compared: ${error.message}`);
    }
  });

  byId('json').querySelector('details').addEventListener('toggle', () => {
    byId('raw').textContent = byId('result').textContent;
  });

  window.mehariReport = { compare };
})();
