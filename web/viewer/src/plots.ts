// Live plots over the scene: some lines over the last seconds, drawn on small canvases.

const LENGTH = 300;
const COLORS = ['#4f9cf9', '#f9a03f', '#6fcf73', '#e2607b', '#b07cf0', '#3fc8c8', '#d6c34a', '#a0a7b4'];

interface Plot {
  title: string;
  names: string[];
  read: () => number[];
  lines: Float64Array[];
  canvas: HTMLCanvasElement;
}

export class Plots {
  #plots = new Map<string, Plot>();
  #at = 0;

  constructor(readonly place: HTMLElement) {}

  has(title: string) { return this.#plots.has(title); }

  add(title: string, names: string[], read: () => number[]) {
    if (this.has(title)) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-label', `Plot of ${title}`);
    this.place.append(canvas);
    this.#plots.set(title, {title, names, read, canvas, lines: names.map(() => new Float64Array(LENGTH).fill(NaN))});
  }

  remove(title: string) {
    this.#plots.get(title)?.canvas.remove();
    this.#plots.delete(title);
  }

  clear() {
    for (const title of [...this.#plots.keys()]) this.remove(title);
  }

  /** takes the numbers of this frame and draws */
  update(running: boolean) {
    if (!this.#plots.size) return;
    if (running) this.#at = (this.#at + 1) % LENGTH;
    for (const plot of this.#plots.values()) {
      if (running) {
        const values = plot.read();
        plot.lines.forEach((line, i) => { line[this.#at] = values[i] ?? NaN; });
      }
      this.#draw(plot);
    }
  }

  #draw(plot: Plot) {
    const {canvas} = plot, ratio = devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const pen = canvas.getContext('2d')!;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = '#12151acc';
    pen.clearRect(0, 0, width, height);
    pen.fillRect(0, 0, width, height);
    let low = Infinity, high = -Infinity;
    for (const line of plot.lines) for (const value of line) if (Number.isFinite(value)) low = Math.min(low, value), high = Math.max(high, value);
    if (low > high) low = 0, high = 1;
    if (high - low < 1e-9) low -= 0.5, high += 0.5;
    const top = 20, bottom = height - 6, left = 46, right = width - 6;
    pen.font = '11px system-ui, sans-serif';
    pen.fillStyle = '#e6e9ee';
    pen.fillText(plot.title, 8, 14);
    pen.fillStyle = '#98a2b3';
    pen.textAlign = 'right';
    pen.fillText(high.toPrecision(3), left - 4, top + 8);
    pen.fillText(low.toPrecision(3), left - 4, bottom);
    pen.textAlign = 'left';
    plot.lines.forEach((line, k) => {
      pen.strokeStyle = COLORS[k % COLORS.length];
      pen.beginPath();
      let down = false;
      for (let i = 0; i < LENGTH; i++) {
        const value = line[(this.#at + 1 + i) % LENGTH];
        if (!Number.isFinite(value)) { down = false; continue; }
        const x = left + (right - left) * i / (LENGTH - 1), y = bottom - (bottom - top) * (value - low) / (high - low);
        if (down) pen.lineTo(x, y);
        else pen.moveTo(x, y);
        down = true;
      }
      pen.stroke();
    });
    let x = right;
    for (let k = Math.min(plot.names.length, 6) - 1; k >= 0; k--) {
      const name = plot.names[k];
      x -= pen.measureText(name).width + 10;
      if (x < 90) break;
      pen.fillStyle = COLORS[k % COLORS.length];
      pen.fillText(name, x, 14);
    }
  }
}
