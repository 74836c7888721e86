'use strict';
// Draws two results as pairs of bars that lie, one picture for each measure. Where things stand in a picture is as in
// Svg and BarChart, so that these pictures and those above them look alike.
const pairCharts = (() => {
  const WIDTH = 440;
  const MARGIN = 16;
  const TOP = 76;
  const LINE = 20;
  const PART = 24;
  const BAR = 14;
  const BELOW = 16;
  const STEP = 38;
  const LEFT = 172;
  const ROOM = 188;
  const LONGEST_WHISKER = 1.5;
  const LONGEST_LABEL = 25;
  const LONGEST_FINDING = 20;
  const LONGEST_TITLE = 44;
  const MOST_PAIRS = 16;
  const UNKNOWN = 9;

  const shortened = (text, longest) => text.length <= longest ? text : text.slice(0, longest - 1) + '…';
  const tenth = value => Math.round(value * 10) / 10;
  const scenario = group => group.split('/')[0];
  const own = subject => /^mehari(-|$)/.test(subject);

  function groups(elements, key) {
    const found = new Map();
    for (const element of elements) {
      const name = key(element);
      found.set(name, [...found.get(name) || [], element]);
    }
    return [...found.values()];
  }

  function svg(name, attributes, text = '') {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) {
      made.setAttribute(key, typeof value === 'number' ? tenth(value) : value);
    }
    made.textContent = text;
    return made;
  }

  const word = (x, y, kind, text) => svg('text', { x, y, 'class': kind }, text);

  function box(x, y, width, height, kind, tip) {
    const made = svg('rect', { x, y, width, height, 'class': kind });
    made.append(svg('title', {}, tip));
    return made;
  }

  // The names of the parts tell apart what is not the same in all of the picture.
  function partOf(pair, oneJdk) {
    const variation = pair.group.slice(scenario(pair.group).length + 1);
    if (variation === '') {
      return 'JDK ' + pair.jdk;
    }
    return oneJdk ? variation : variation + ', JDK ' + pair.jdk;
  }

  const rowsOf = pairs => pairs.flatMap(pair => [pair.here, pair.there]).filter(row => row);

  function scaleOf(rows) {
    const most = Math.max(...rows.map(row => row.value)) * LONGEST_WHISKER;
    const longest = Math.min(Math.max(...rows.map(row => row.high)), most);
    return longest > 0 ? ROOM / longest : 1;
  }

  function whisker(low, high, y, cut) {
    const end = cut ? `M${tenth(high - 4)} ${y - 4}l4 4l-4 4` : `M${tenth(high)} ${y - 4}v8`;
    return `M${tenth(low)} ${y}H${tenth(high)}M${tenth(low)} ${y - 4}v8${end}`;
  }

  function bar(row, y, scale, kind, shown) {
    const length = Math.max(0, row.value) * scale;
    const range = row.low < row.high ? ` (${shown(row.low)}..${shown(row.high)})` : '';
    const drawn = [box(LEFT, y, Math.max(length, 1), BAR, kind, `${row.subject} ${shown(row.value)}${range} ${row.metric}`)];
    let end = LEFT + length;
    if (range !== '') {
      const at = value => LEFT + Math.min(ROOM, Math.max(0, value) * scale);
      const low = at(row.low);
      const high = at(row.high);
      const d = whisker(low, high, y + BAR / 2, row.high * scale > ROOM + 1);
      if (high - low > BAR / 2 && low - LEFT > BAR / 2) {
        drawn.push(svg('path', { d, 'class': 'halo' }));
      }
      drawn.push(svg('path', { d, 'class': 'whisker' }));
      end = Math.max(end, high);
    }
    drawn.push(word(end + 7, y + 11.5, own(row.subject) ? 'own' : '', shown(row.value)));
    return drawn;
  }

  function pairAt(pair, y, scale, look) {
    const colour = look.colours.get(pair.subject) ?? UNKNOWN;
    const drawn = pair.kind === 'worse' ? [svg('rect', { x: 6, y: y - 4, width: WIDTH - 12, height: STEP, rx: 4, 'class': 'loss' })] : [];
    drawn.push(
      word(MARGIN, y + 11.5, own(pair.subject) ? 'own' : 'soft', shortened(pair.subject, LONGEST_LABEL)),
      word(MARGIN, y + BELOW + 11.5, 'finding ' + pair.kind, shortened(pair.brief, LONGEST_FINDING)));
    if (pair.here) {
      drawn.push(...bar(pair.here, y, scale, 'first c' + colour, look.shown));
    }
    if (pair.there) {
      drawn.push(...bar(pair.there, y + BELOW, scale, `second c${colour} s${colour}`, look.shown));
    }
    return drawn;
  }

  function spoken(pair, shown) {
    const figure = row => row ? shown(row.value) : 'none';
    return `${pair.subject}: this ${figure(pair.here)}, second ${figure(pair.there)}, ${pair.text}.`;
  }

  function legend(y) {
    return [
      svg('rect', { x: MARGIN, y: y - 10, width: 18, height: 10, 'class': 'c7' }),
      word(MARGIN + 24, y, 'soft', 'this'),
      svg('rect', { x: MARGIN + 68, y: y - 10, width: 18, height: 10, 'class': 'second c7 s7' }),
      word(MARGIN + 92, y, 'soft', 'second')];
  }

  function heading(title, small, more) {
    const [group, metric] = title;
    const lines = more === 0 ? [`${group}: ${metric}`] : [shortened(group, LONGEST_TITLE), shortened(metric, LONGEST_TITLE)];
    return [
      ...lines.map((text, i) => word(MARGIN, 27 + i * LINE, 'head', text)),
      word(MARGIN, 45 + more, 'soft', small),
      ...legend(63 + more)];
  }

  function picture(pairs, look, jdk) {
    const title = [scenario(pairs[0].group), pairs[0].metric];
    const rows = rowsOf(pairs);
    const whiskers = rows.some(row => row.low < row.high) ? '; median, whisker: least to most' : '';
    const small = `${jdk}${rows[0].better} is better${whiskers}`;
    const more = title.join('').length > LONGEST_TITLE ? LINE : 0;
    const scale = scaleOf(rows);
    const oneJdk = pairs.every(pair => pair.jdk === pairs[0].jdk);
    const drawn = [];
    let y = TOP + more;
    for (const part of groups(pairs, pair => partOf(pair, oneJdk))) {
      drawn.push(word(MARGIN, y + 12, 'part', partOf(part[0], oneJdk)));
      y += PART;
      for (const pair of part) {
        drawn.push(...pairAt(pair, y, scale, look));
        y += STEP;
      }
      y += 6;
    }
    drawn.unshift(...heading(title, small, more));
    drawn.push(svg('path', { d: `M${LEFT} ${TOP + more + PART - 4}V${y - 10}`, 'class': 'grid' }));
    return framed(drawn, y + 4, `${title.join(': ')}, both results, ${small}`, pairs.map(pair => spoken(pair, look.shown)).join(' '));
  }

  function framed(drawn, height, title, description) {
    const made = svg('svg', { 'class': 'chart', role: 'img', viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height });
    made.append(svg('title', {}, title), svg('desc', {}, description),
      svg('rect', { width: WIDTH, height, rx: 8, 'class': 'card' }), ...drawn);
    const figure = document.createElement('figure');
    figure.append(made);
    return figure;
  }

  // Each pair has group, subject, jdk and metric, a row of either result or of both, and the finding in brief. The look
  // is how numbers are shown and which colour a subject has.
  return (pairs, look) => groups(pairs, pair => JSON.stringify([scenario(pair.group), pair.metric])).flatMap(some =>
    some.length <= MOST_PAIRS
      ? [picture(some, look, '')]
      : groups(some, pair => pair.jdk).map(each => picture(each, look, `JDK ${each[0].jdk}; `)));
})();
