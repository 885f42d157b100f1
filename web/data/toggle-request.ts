import type { QueryClient } from "@tanstack/react-query";
import { getUserId } from "#web/api/session.ts";

/**
 * The requested state of something that is on or off, and the one that the server last confirmed. Taps while a request is in
 * flight only change `target`.
 */
export interface ToggleRequest {
  target: boolean;
  confirmed: boolean;
  isSending: boolean;
}
const requests = new WeakMap<QueryClient, Map<string, ToggleRequest>>();

/** The request under way, or a new one for what is `confirmed` now. */
export function requestFor(client: QueryClient, key: string, confirmed: boolean): ToggleRequest {
  let ofClient = requests.get(client);
  if (!ofClient) requests.set(client, (ofClient = new Map()));
  let request = ofClient.get(key);
  if (!request?.isSending) ofClient.set(key, (request = { target: confirmed, confirmed, isSending: false }));
  return request;
}

export const isSending = (client: QueryClient, key: string): boolean =>
  requests.get(client)?.get(key)?.isSending === true;

interface Settling<R> {
  send: (isOn: boolean) => Promise<R>;
  /** `isLast` unless it was tapped again in the meantime: then what is on screen is newer than the reply. */
  onReply: (reply: R, isLast: boolean) => void;
  /** Shows again what the server last confirmed. */
  takeBack: (confirmed: boolean) => void;
}

/**
 * Sends requests until the server has confirmed the target, so that quick taps end in the state of the last one; or until another
 * member has signed in, in whose name nothing may be sent.
 */
export async function settle<R>(request: ToggleRequest, { send, onReply, takeBack }: Settling<R>): Promise<void> {
  request.isSending = true;
  const userId = getUserId();
  try {
    while (request.target !== request.confirmed && getUserId() === userId) {
      const isOn = request.target;
      const reply = await send(isOn);
      request.confirmed = isOn;
      onReply(reply, request.target === isOn);
    }
  } catch (error) {
    takeBack(request.confirmed);
    throw error;
  } finally {
    request.isSending = false;
  }
}
