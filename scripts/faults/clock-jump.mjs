// @ts-check
// Preloaded into the server by the fault run: adds the milliseconds that CLOCK_OFFSET_FILE says at the time to every
// `Date`. Timers and the monotonic clock go on as they are, as on a machine whose clock is set.
import { readFileSync } from "node:fs";

const readTrueTime = Date.now;
let offsetMs = 0;
const now = () => readTrueTime() + offsetMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, caller) => Reflect.construct(target, given.length === 0 ? [now()] : given, caller),
  get: (target, name, caller) => (name === "now" ? now : Reflect.get(target, name, caller)),
});
setInterval(() => {
  offsetMs = Number(readFileSync(process.env["CLOCK_OFFSET_FILE"] ?? "", "utf8"));
}, 50).unref();
