import clsx from "clsx";
import { signInNumbers } from "#web/lib/sign-in-numbers.ts";
import { type PasswordStrength, passwordStrength } from "./password-strength.ts";

const message: Record<Exclude<PasswordStrength, "too short">, string> = {
  weak: "Weak. Add a few unrelated words.",
  fair: "Fair. One more word would make it good.",
  good: "Good.",
  strong: "Strong.",
};
const messageOf = (strength: PasswordStrength) =>
  strength === "too short"
    ? `${signInNumbers().passwordCharsMin} characters or more. A short sentence is best.`
    : message[strength];
const filled: Record<PasswordStrength, number> = { "too short": 0, weak: 1, fair: 2, good: 3, strong: 4 };

interface StrengthHintProps {
  password: string;
  /** Words that an acquaintance would try: name, address. */
  personal: readonly string[];
}

/** How hard the password is to guess: advice, never an error. */
export function StrengthHint({ password, personal }: StrengthHintProps) {
  const strength = passwordStrength(password, personal);
  return (
    <span className="block">
      <span aria-hidden="true" className="mb-1.5 flex gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx(
              "h-0.5 flex-1 rounded-full transition-colors duration-200",
              step > filled[strength] && "bg-line",
              step <= filled[strength] && (filled[strength] === 1 ? "bg-danger" : "bg-ink"),
            )}
          />
        ))}
      </span>
      <span aria-live="polite">{messageOf(strength)}</span>
    </span>
  );
}
