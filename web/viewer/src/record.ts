// A film of the canvas, by the browser's own encoder.

export class Recorder {
  #recorder: MediaRecorder | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {}

  get on() { return this.#recorder !== null; }

  start(done: (film: Blob) => void) {
    const kind = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4'].find((type) => MediaRecorder.isTypeSupported(type));
    if (!kind) throw new Error('This browser cannot record; sinew render makes films.');
    const parts: Blob[] = [];
    this.#recorder = new MediaRecorder(this.canvas.captureStream(60), {mimeType: kind, videoBitsPerSecond: 12e6});
    this.#recorder.ondataavailable = (event) => parts.push(event.data);
    this.#recorder.onstop = () => done(new Blob(parts, {type: kind}));
    this.#recorder.start();
  }

  stop() {
    this.#recorder?.stop();
    this.#recorder = null;
  }
}

export function save(blob: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1e4);
}
