import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Detection } from "#contract/detection.ts";
import type { ClothingServiceConfig } from "#server/config/config.ts";
import type { Random } from "#server/lib/random.ts";
import { answerSchema, instructions, parseJson, readDetection } from "./clothing-answers.ts";

/** What the service was asked and what it counted, since the start. */
export interface ClothingServiceUsage {
  requests: number;
  /** Requests that were answered, readably or not: those that a service charges for. */
  answered: number;
  /** Detections that the service failed. */
  failures: number;
  promptTokens: number;
  completionTokens: number;
}

/** It may pass by itself. */
class PassingError extends Error {
  /** How long the service asks to wait. */
  readonly retryAfterMs: number;
  constructor(message: string, { retryAfterMs = 0, ...options }: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}
/** The service answers 429, as many pictures wait for it as may, or one waited too long. */
export class ClothingServiceBusyError extends PassingError {}
class RefusedFormError extends Error {}

/** When everything about a picture must be done, its wait included. */
export interface Deadline {
  /** Aborted then, or when nobody waits any more. */
  signal: AbortSignal;
  /** As of `performance.now()`. */
  atMs: number;
}

const formats = [
  { response_format: { type: "json_schema", json_schema: { name: "outfit", strict: true, schema: answerSchema } } },
  { response_format: { type: "json_object" } },
  {},
];
/** Services and models refuse with 400 what they do not know, so there is a form for each; the best one comes first. */
const forms = formats.flatMap((format) => [
  { ...format, temperature: 0, max_tokens: 1_500 },
  // Reasoning models refuse both of these, and what they think counts as well.
  { ...format, max_completion_tokens: 8_000 },
]);

const attemptsMax = 3;
const backoffMs = 400;
const replyBytesMax = 200_000;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).partial().optional(),
});

/** Asks a service about a picture (a data URL), in the form that it accepts, and again after what may pass by itself. */
export function createAsker({
  config,
  usage,
  random,
}: {
  config: ClothingServiceConfig;
  usage: ClothingServiceUsage;
  random: Random;
}): (picture: string, deadline: Deadline) => Promise<Detection> {
  /** Remembered, so that only the first detections are refused. */
  let acceptedForm: number | undefined;

  async function attempt(picture: string, form: number, signal: AbortSignal): Promise<Detection> {
    usage.requests += 1;
    const text = await send(config, toBody(config.model, picture, form), signal);
    usage.answered += 1;
    acceptedForm = form;
    return readCompletion(text, usage);
  }

  async function pauseAfter(error: PassingError, failures: number, deadline: Deadline): Promise<void> {
    const usualMs = backoffMs * 2 ** (failures - 1);
    const waitMs = Math.max(error.retryAfterMs, usualMs) + random.below(usualMs);
    if (performance.now() + waitMs >= deadline.atMs) throw error;
    await sleep(waitMs, undefined, { signal: deadline.signal });
  }

  return async (picture, deadline) => {
    let form = acceptedForm ?? 0;
    let failures = 0;
    for (;;) {
      try {
        return await attempt(picture, form, deadline.signal);
      } catch (error) {
        deadline.signal.throwIfAborted();
        if (error instanceof RefusedFormError) {
          const isForPicture = form === acceptedForm;
          // Or the model behind the name has changed: the next detection tries all forms.
          if (isForPicture) acceptedForm = undefined;
          if (isForPicture || form === forms.length - 1) throw error;
          form += 1;
          continue;
        }
        failures += 1;
        if (!(error instanceof PassingError) || failures === attemptsMax) throw error;
        await pauseAfter(error, failures, deadline);
      }
    }
  };
}

function toBody(model: string, picture: string, index: number): string {
  const form = forms[index];
  const isSchemaSent = form?.response_format?.type === "json_schema";
  const words = isSchemaSent ? "" : ` Answer with nothing but JSON of this schema: ${JSON.stringify(answerSchema)}`;
  return JSON.stringify({
    model,
    messages: [
      { role: "system", content: instructions + words },
      { role: "user", content: [{ type: "image_url", image_url: { url: picture, detail: "low" } }] },
    ],
    ...form,
  });
}

/** One request, which takes at most half of the time for all, so that one that hangs leaves time for another. */
async function send(config: ClothingServiceConfig, body: string, callers: AbortSignal): Promise<string> {
  const deadline = openDeadline(config.timeoutMs / 2, callers);
  try {
    return await post(config, body, deadline.signal);
  } catch (error) {
    // To fetch, connections that are refused, reset or end in the middle of a reply are TypeErrors.
    if (!(error instanceof TypeError) && !deadline.signal.aborted) throw error;
    throw new PassingError("The clothing service did not answer", { cause: error });
  } finally {
    deadline.end();
  }
}

async function post({ baseUrl, apiKey }: ClothingServiceConfig, body: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: "POST",
    // Not followed, and not an error of the connection either.
    redirect: "manual",
    headers: { "content-type": "application/json", ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    body,
    signal,
  });
  const { status, headers } = response;
  if (response.ok) return readText(response);
  const refusal = status === 429 ? await readText(response) : "";
  await response.body?.cancel();
  if (status === 400 || status === 422) throw new RefusedFormError("The form of the request was refused");
  const retryAfterMs = readRetryAfter(headers.get("retry-after"));
  // OpenAI answers 429 also when an account has nothing left, which does not pass.
  if (status === 429 && !refusal.includes("insufficient_quota"))
    throw new ClothingServiceBusyError("The clothing service is busy", { retryAfterMs });
  const message = `The clothing service answered ${status}`;
  throw status >= 500 || status === 408 ? new PassingError(message, { retryAfterMs }) : new Error(message);
}

/** In milliseconds, from seconds or a date. */
function readRetryAfter(value: string | null): number {
  const ms = value === null || /^[\d.]+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > replyBytesMax) throw new Error("The clothing service's answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** What cannot be read may be better the next time. */
function readCompletion(text: string, usage: ClothingServiceUsage): Detection {
  const completion = Completion.safeParse(parseJson(text)).data;
  usage.promptTokens += completion?.usage?.prompt_tokens ?? 0;
  usage.completionTokens += completion?.usage?.completion_tokens ?? 0;
  const found = readDetection(completion?.choices[0]?.message.content ?? "");
  if (!found) throw new PassingError("The clothing service's answer cannot be read");
  return found;
}

/** Aborted after so long or by the caller. Node 20 may collect what AbortSignal.any() returns while it is waited for. */
export function openDeadline(ms: number, callers: AbortSignal | undefined): Deadline & { end: () => void } {
  const controller = new AbortController();
  const leave = () => controller.abort(callers?.reason);
  const atMs = performance.now() + ms;
  const timer = setTimeout(() => controller.abort(new DOMException("The deadline has passed", "TimeoutError")), ms);
  callers?.addEventListener("abort", leave);
  if (callers?.aborted) leave();
  const end = () => {
    clearTimeout(timer);
    callers?.removeEventListener("abort", leave);
  };
  return { signal: controller.signal, atMs, end };
}
