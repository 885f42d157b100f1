import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

const periodSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** One step of clock skew to either side. */
const skewSteps = 1;

/** The data for an authenticator app: the secret, its URI, and the URI as a QR code. */
export interface Enrolment {
  secret: Buffer;
  secretText: string;
  uri: string;
  qrCode: string;
}

/** A new secret for an authenticator app (SHA-1, 6 digits, 30 s: supported by every app). */
export function createEnrolment(issuer: string, label: string): Enrolment {
  const secret = new Secret({ size: secretBytes });
  const totp = new TOTP({ issuer, label, algorithm: "SHA1", digits, period: periodSeconds, secret });
  const uri = totp.toString();
  return { secret: Buffer.from(secret.bytes), secretText: secret.base32, uri, qrCode: renderSVG(uri, { border: 2 }) };
}

/**
 * The time step of this code, or null. Accepts the current step and its neighbours, but none up to the last used one.
 *
 * @see docs/security.md#s-14
 */
export function findStep(secret: Buffer, code: string, given: { now: Date; lastStep: number }): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({
    algorithm: "SHA1",
    digits,
    period: periodSeconds,
    // A copy, because the library keeps a reference to the buffer.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
  const delta = totp.validate({ token: code, timestamp: given.now.getTime(), window: skewSteps });
  if (delta === null) return null;
  const step = Math.floor(given.now.getTime() / 1_000 / periodSeconds) + delta;
  return step > given.lastStep ? step : null;
}
