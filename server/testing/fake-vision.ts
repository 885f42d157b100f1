import type { Analysis, ScreenScores, Vision } from "#server/vision/vision.ts";

export interface FakeVision extends Vision {
  /** What the next pictures show. */
  answer(analysis: Partial<Analysis>): void;
  /** How the next pictures are scored. */
  score(scores: Partial<ScreenScores>): void;
  /** Every further request fails with this error; undefined ends it. */
  fail(error: Error | undefined): void;
  /** Requests wait until the returned function is called. */
  hold(): () => void;
  /** The requests so far. */
  requests: { kind: "analyse" | "screen"; file: Uint8Array; options: Parameters<Vision["analyse"]>[1] }[];
}

/** A unit vector, so that two answers without an embedding of their own are alike. */
const embedding = new Float32Array(128).fill(1 / Math.sqrt(128));

const jacket: Analysis["garments"][number] = {
  kind: "outer",
  category: "Jacket",
  noun: "jacket",
  name: "Rust jacket",
  confidence: 0.8,
  box: { x: 0.2, y: 0.2, width: 0.6, height: 0.3 },
  point: { x: 0.5, y: 0.35 },
  colours: [{ lab: [0.5, 0.09, 0.08], hex: "#a24a26", name: "Rust", share: 1 }],
  isPatterned: false,
  embedding,
};
const jeans: Analysis["garments"][number] = {
  kind: "pants",
  category: "Pants",
  noun: "jeans",
  name: "Blue jeans",
  confidence: 0.7,
  box: { x: 0.3, y: 0.5, width: 0.4, height: 0.4 },
  point: { x: 0.4, y: 0.7 },
  colours: [{ lab: [0.5, -0.02, -0.08], hex: "#4a6fae", name: "Blue", share: 1 }],
  isPatterned: false,
  embedding,
};
const usual: Analysis = {
  subject: "person",
  people: [{ x: 0.2, y: 0.05, width: 0.6, height: 0.9 }],
  title: "Rust jacket with blue jeans",
  style: "Casual",
  garments: [jacket, jeans],
  palette: [
    { lab: [0.5, 0.09, 0.08], hex: "#a24a26", name: "Rust", share: 0.6 },
    { lab: [0.5, -0.02, -0.08], hex: "#4a6fae", name: "Blue", share: 0.4 },
  ],
  embedding,
};

/** The embedded models without models: a jacket and jeans, or what a test says. */
export function createFakeVision(): FakeVision {
  let analysis = usual;
  let scores: ScreenScores = { porn: 0.01, hentai: 0.01 };
  let failure: Error | undefined;
  let turn: Promise<void> = Promise.resolve();
  const requests: FakeVision["requests"] = [];
  const take = async <T>(request: FakeVision["requests"][number], result: () => T): Promise<T> => {
    requests.push(request);
    const { signal } = request.options ?? {};
    const left = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error)),
    );
    await Promise.race([turn, left]);
    if (failure) throw failure;
    return result();
  };
  return {
    requests,
    analyse: (file, options) => take({ kind: "analyse", file, options }, () => analysis),
    screen: (file, options) => take({ kind: "screen", file, options }, () => scores),
    stats: () => ({
      waiting: 0,
      isRunning: false,
      memoryBytes: 0,
      completed: requests.length,
      failed: 0,
      timedOut: 0,
      cancelled: 0,
      refused: 0,
      restarts: 0,
    }),
    close: async () => undefined,
    answer: (changes) => void (analysis = { ...usual, ...changes }),
    score: (changes) => void (scores = { ...scores, ...changes }),
    fail: (error) => void (failure = error),
    hold() {
      let release = () => {};
      turn = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}
