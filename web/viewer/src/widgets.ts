// Parts of panels.

type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, props: Partial<HTMLElementTagNameMap[K]> = {},
                                                               ...children: Child[]): HTMLElementTagNameMap[K] {
  const out: HTMLElementTagNameMap[K] = document.createElement(tag);
  Object.assign(out as object, props);
  out.append(...children);
  return out;
}

export function section(title: string, open: boolean, ...children: Child[]) {
  return element('details', {open}, element('summary', {}, title), ...children);
}

/** a number that can be seen and moved; `refresh` shows what it is now */
export interface Live {
  node: HTMLElement;
  refresh(): void;
}

export function short(value: number) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size >= 1e4 || (size < 1e-3 && size > 0) ? value.toExponential(2) : value.toFixed(3);
}

export function slider(name: string, low: number, high: number, get: () => number, set: (value: number) => void): Live {
  const input = element('input', {type: 'range', min: String(low), max: String(high), step: 'any'});
  input.setAttribute('aria-label', name);
  const output = element('output');
  let held = false;
  input.addEventListener('input', () => {
    set(Number(input.value));
    output.textContent = short(Number(input.value));
  });
  input.addEventListener('pointerdown', () => { held = true; });
  input.addEventListener('pointerup', () => { held = false; });
  const node = element('div', {className: 'row', title: name}, element('span', {}, name), output, input);
  return {
    node,
    refresh() {
      if (held) return;
      const value = get();
      input.value = String(value);
      output.textContent = short(value);
    },
  };
}

export function toggle(name: string, get: () => boolean, set: (on: boolean) => void, title = ''): Live {
  const input = element('input', {type: 'checkbox'});
  input.addEventListener('change', () => set(input.checked));
  const node = element('label', {className: 'check', title}, input, name);
  return {node, refresh() { input.checked = get(); }};
}

export function choice(name: string, options: [string, string][], get: () => string, set: (value: string) => void): Live {
  const select = element('select', {className: 'wide'}, ...options.map(([value, text]) => element('option', {value}, text)));
  select.setAttribute('aria-label', name);
  select.addEventListener('change', () => set(select.value));
  return {node: select, refresh() { if (document.activeElement !== select) select.value = get(); }};
}

export function button(text: string, action: () => void, title = '') {
  const out = element('button', {type: 'button', className: 'wide', title}, text);
  out.addEventListener('click', action);
  return out;
}

/** says something for a moment at the place of the status */
export function toast(text: string) {
  const status = document.getElementById('status')!;
  status.dataset.toast = text;
  setTimeout(() => { if (status.dataset.toast === text) delete status.dataset.toast; }, 2500);
}
