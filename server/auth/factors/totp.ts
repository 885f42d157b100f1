import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

const periodSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** One step of clock skew to either side. */
const skewSteps = 1;

/** What an authenticator app needs: the secret, the address that carries it, and that address as a picture. */
export interface Enrolment {
  secret: Buffer;
  secretText: string;
  uri: string;
  qrCode: string;
}

/** A fresh secret for an authenticator app (SHA-1, 6 digits, 30 s: what every app takes). */
export function createEnrolment(issuer: string, label: string): Enrolment {
  const secret = new Secret({ size: secretBytes });
  const totp = new TOTP({ issuer, label, algorithm: "SHA1", digits, period: periodSeconds, secret });
  const uri = totp.toString();
  return { secret: Buffer.from(secret.bytes), secretText: secret.base32, uri, qrCode: renderSVG(uri, { border: 2 }) };
}

/**
 * The time step whose code this is, or null: the present one or one beside it, and later than every step used before.
 *
 * @see docs/security.md#s-14
 */
export function findStep(secret: Buffer, code: string, given: { now: Date; lastStep: number }): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({
    algorithm: "SHA1",
    digits,
    period: periodSeconds,
    // A copy: the library keeps the buffer it is given.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
  const delta = totp.validate({ token: code, timestamp: given.now.getTime(), window: skewSteps });
  if (delta === null) return null;
  const step = Math.floor(given.now.getTime() / 1_000 / periodSeconds) + delta;
  return step > given.lastStep ? step : null;
}
