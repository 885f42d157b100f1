// Measures the frames of the swipe deck on a slow phone: `npx tsx --conditions=source scripts/swipe-frames.ts [address]` drags
// and swipes cards on a running server with the demo, with the CPU throttled four and six times.
import { existsSync } from "node:fs";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { demoAccounts } from "#server/demo/seed-people.ts";

/** A frame of Chrome's compositor, as recorded in its trace. */
interface FrameEvent {
  name: string;
  args: { frame_reporter?: { state: string; affects_smoothness?: boolean } };
}

const address = process.argv[2] ?? "http://localhost:3000";
const debianChromium = "/usr/bin/chromium";
const executablePath = process.env["CHROMIUM_PATH"] ?? (existsSync(debianChromium) ? debianChromium : undefined);
const swipes = 10;
const stepMs = 1_000 / 60;

/** Runs in the page: the time between frames, and how long handling a pointer move takes. */
const watchFrames = `
  gaps = []; work = [];
  let last = 0, began = 0;
  requestAnimationFrame(function tick(now) {
    if (last > 0) gaps.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  });
  addEventListener("pointermove", () => { began = performance.now(); }, { capture: true });
  addEventListener("pointermove", () => { work.push(performance.now() - began); });
`;

const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] });
try {
  for (const slowness of [1, 4, 6]) console.log(await measure(slowness));
} finally {
  await browser.close();
}

async function measure(slowness: number): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await sitDown(page);
  const hand = await context.newCDPSession(page);
  await hand.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  await swipeByHand(page, hand, 1);
  await page.evaluate(watchFrames);
  // CPU time, not wall time: other processes on this machine do not count.
  await hand.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await taskSeconds(hand);
  const events = await trace(async () => {
    for (let time = 0; time < swipes; time += 1) await swipeByHand(page, hand, time % 2 === 0 ? -1 : 1);
  });
  const busySeconds = (await taskSeconds(hand)) - before;
  const { gaps, work } = await page.evaluate<{ gaps: number[]; work: number[] }>("({ gaps, work })");
  await context.close();
  const moving = gaps.filter((gap) => gap < 250);
  return [
    `processor / ${slowness}: ${tellFrames(events)}`,
    `between frames ${at(moving, 0.5)} ms (median), ${at(moving, 0.95)} ms (95 %)`,
    `main thread ${((busySeconds * 1_000) / Math.max(1, gaps.length)).toFixed(1)} ms of processor time a frame`,
    `a move's script ${at(work, 0.5)} ms, ${at(work, 0.95)} ms`,
  ].join("; ");
}

async function taskSeconds(hand: CDPSession): Promise<number> {
  const { metrics } = await hand.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

async function sitDown(page: Page): Promise<void> {
  const {
    member: { email },
    password,
  } = demoAccounts;
  await page.goto(`${address}/auth?next=/swipes`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("article").waitFor();
  await page.waitForTimeout(2_000);
}

/** Half a second of dragging: slowly to one side, back, and away; then the card flies off and the swipe is undone. */
async function swipeByHand(page: Page, hand: CDPSession, side: 1 | -1): Promise<void> {
  const box = await page.getByRole("article").boundingBox();
  if (!box) throw new Error("No card is left");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", dx: number) =>
    hand.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: x + dx, y }] });
  await touch("touchStart", 0);
  for (let step = 1; step <= 30; step += 1) {
    const turn = Math.sin((step / 30) * Math.PI * 1.5);
    await Promise.all([touch("touchMove", -side * turn * 170), page.waitForTimeout(stepMs)]);
  }
  await touch("touchEnd", 0);
  await page.waitForTimeout(600);
  await page.getByRole("button", { name: "Undo the last swipe" }).click();
  await page.waitForTimeout(400);
}

async function trace(during: () => Promise<void>): Promise<FrameEvent[]> {
  const session = await browser.newBrowserCDPSession();
  const events: FrameEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as FrameEvent[])));
  await session.send("Tracing.start", {
    traceConfig: { includedCategories: ["cc", "benchmark"] },
    transferMode: "ReportEvents",
  });
  await during();
  const ended = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await ended;
  return events;
}

/** The share of frames with movement that reached the screen. */
function tellFrames(events: FrameEvent[]): string {
  const states = events
    .filter(({ name }) => name === "PipelineReporter")
    .flatMap(({ args: { frame_reporter: frame } }) => (frame ? [frame] : []));
  const shown = states.filter(({ state }) => state.startsWith("STATE_PRESENTED")).length;
  const dropped = states.filter((frame) => frame.state === "STATE_DROPPED" && frame.affects_smoothness === true).length;
  return `${shown} frames shown, ${dropped} dropped`;
}

function at(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}
