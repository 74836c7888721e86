'use strict';

// Two lists stay open where there is room for them.
for (const details of document.querySelectorAll('details[data-wide]')) {
  const wide = matchMedia(details.dataset.wide);
  const follow = () => { details.open = wide.matches; };
  wide.addEventListener('change', follow);
  follow();
}
const here = document.querySelector('.menu [aria-current]');
if (here) {
  const menu = here.closest('.menu');
  menu.scrollTop = here.offsetTop - menu.clientHeight / 2;
}

// The search. What it looks through is a program too, and loaded when somebody begins to search.
const root = document.documentElement.dataset.root;
const input = document.getElementById('search');
const list = document.getElementById('found');
let pages = null;
let chosen = 0;

function mehariIndex(index) {
  pages = index.map(([address, title, sections]) => ({
    address, title, low: plain(title),
    sections: sections.map(([anchor, heading, text]) =>
      ({anchor, heading, text, lowHeading: plain(heading), lowText: plain(text)})),
  }));
  search();
}

// Thread-safe is found by thread safe, and the other way round.
function plain(text) {
  return text.toLowerCase().replace(/-/g, ' ');
}

function load() {
  if (!document.getElementById('index')) {
    const script = document.createElement('script');
    script.id = 'index';
    script.src = root + 'search-index.js';
    document.head.append(script);
  }
}

// How well a text has the word: at the beginning of one of its words is better than within, and more often is better.
function hits(text, word) {
  let points = 0;
  let times = 0;
  for (let at = text.indexOf(word); at >= 0 && times < 6; at = text.indexOf(word, at + word.length)) {
    points = Math.max(points, at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]) ? 2 : 1);
    times++;
  }
  return points + times / 2;
}

// Every word has to be in the title, the heading or the text; 0 when one is in none of them. A word of the title means the
// beginning of its page. The guide comes first, and its page of laws last: that is read by those who look for a law.
function score(page, section, words) {
  let sum = 0;
  for (const word of words) {
    const title = hits(page.low, word) * 10;
    const heading = hits(section.lowHeading, word) * 6;
    const text = hits(section.lowText, word);
    if (title + heading + text === 0) {
      return 0;
    }
    sum += title + heading + text + (title > 0 && section.anchor === '' ? 15 : 0);
  }
  if (words.length > 1) {
    const phrase = words.join(' ');
    sum += hits(page.low, phrase) * 20 + hits(section.lowHeading, phrase) * 12 + hits(section.lowText, phrase) * 6;
  }
  return sum * (page.address === 'docs/guide/laws.html' ? 0.5 : page.address.startsWith('docs/guide/') ? 2 : 1);
}

// A source that is asked for by its whole name comes first: ExchangePool, retry.java; retry alone is a word.
function isNamed(page) {
  const asked = input.value.trim();
  const name = page.title.slice(page.title.lastIndexOf('/') + 1);
  return /[a-z][A-Z]|\./.test(asked) && (name.toLowerCase() === asked.toLowerCase() || name.startsWith(asked + '.'));
}

// At most three sections of a page. Sources are left out until they are asked for, by a name or by the switch.
function find(words) {
  const found = [];
  const named = [];
  const sources = [];
  for (const page of pages) {
    if (page.sections.length === 0) {
      if (words.every(word => page.low.includes(word))) {
        (isNamed(page) ? named : sources).push({page, section: null});
      }
      continue;
    }
    found.push(...page.sections
      .map((section, i) => ({page, section, points: score(page, section, words) * (1 - i / 1000)}))
      .filter(each => each.points > 0).sort((a, b) => b.points - a.points).slice(0, 3));
  }
  found.sort((a, b) => b.points - a.points);
  sources.sort((a, b) => a.page.low.length - b.page.low.length);
  return {pages: [...named, ...found].slice(0, 20), sources: sources.slice(0, 50)};
}

// What stands around the first of the words; the beginning when none is in the text.
function excerpt(text, words) {
  const small = document.createElement('small');
  const places = words.map(word => plain(text).indexOf(word)).filter(at => at >= 0);
  const near = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 50);
  const from = near === 0 ? 0 : text.indexOf(' ', near) + 1;
  const end = from + 150 < text.length ? text.lastIndexOf(' ', from + 150) : text.length;
  const part = (from > 0 ? '\u2026 ' : '') + text.slice(from, Math.max(end, from)) + (end < text.length ? ' \u2026' : '');
  const pattern = new RegExp('(' + words.map(word => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|') + ')', 'i');
  part.split(pattern).forEach((piece, i) => {
    const node = i % 2 ? document.createElement('mark') : document.createElement('span');
    node.textContent = piece;
    small.append(node);
  });
  return small;
}

function entry({page, section}, i, words) {
  const item = document.createElement('li');
  item.id = 'found-' + i;
  item.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = root + page.address + (section?.anchor ? '#' + section.anchor : '');
  link.tabIndex = -1;
  const title = document.createElement('strong');
  title.textContent = section ? page.title : page.title.slice(page.title.lastIndexOf('/') + 1);
  link.append(title);
  if (section?.heading) {
    link.append(' \u203a ' + section.heading);
  }
  link.append(excerpt(section ? section.text : page.title, words));
  item.append(link);
  return item;
}

function search() {
  const words = plain(input.value).split(/\s+/).filter(word => word !== '');
  if (pages === null || words.length === 0) {
    show(false);
    return;
  }
  const found = find(words);
  list.replaceChildren(...found.pages.map((each, i) => entry(each, i, words)));
  if (found.sources.length > 0) {
    list.append(sourcesSwitch(found, words));
  }
  if (found.pages.length + found.sources.length === 0) {
    const none = document.createElement('li');
    none.className = 'none';
    none.textContent = 'Nothing has all of these words.';
    list.append(none);
  }
  show(true);
  choose(0);
}

// The last entry: in its place come the sources that have the words in their path.
function sourcesSwitch(found, words) {
  const item = document.createElement('li');
  item.id = 'found-' + found.pages.length;
  item.className = 'sources';
  item.setAttribute('role', 'option');
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.textContent = `Source files with such a name: ${found.sources.length}${found.sources.length === 50 ? ' or more' : ''}`;
  button.addEventListener('click', event => {
    event.stopPropagation();
    item.replaceWith(...found.sources.map((each, i) => entry(each, found.pages.length + i, words)));
    choose(found.pages.length);
    input.focus({preventScroll: true});
  });
  item.append(button);
  return item;
}

function show(open) {
  list.hidden = !open;
  input.setAttribute('aria-expanded', String(open));
  if (!open) {
    input.removeAttribute('aria-activedescendant');
  }
}

function choose(i) {
  const items = list.querySelectorAll('[role="option"]');
  if (items.length === 0) {
    return;
  }
  chosen = (i + items.length) % items.length;
  items.forEach((item, k) => item.setAttribute('aria-selected', String(k === chosen)));
  input.setAttribute('aria-activedescendant', items[chosen].id);
  items[chosen].scrollIntoView({block: 'nearest'});
}

input.addEventListener('focus', () => {
  load();
  if (list.hidden) {
    search();
  }
});
input.addEventListener('input', search);
input.addEventListener('keydown', event => {
  if (event.key === 'Escape') {
    show(false);
    input.blur();
  } else if (!list.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
  } else if (!list.hidden && event.key === 'Enter') {
    const target = list.querySelector('[aria-selected="true"] :is(a, button)');
    target?.click();
    if (target?.tagName === 'A') {
      show(false);
    }
  }
});
document.addEventListener('keydown', event => {
  const busy = event.target.closest?.('input, textarea, select');
  if (event.key === '/' && !busy && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    input.focus();
  }
});
document.addEventListener('click', event => {
  if (!event.target.closest('.search')) {
    show(false);
  }
});
