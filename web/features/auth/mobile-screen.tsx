import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toReturn } from "#web/lib/return-address.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { fullPhoneNumber, homeCountry, isPhoneCountry, phoneCountries, phoneDigits } from "./phone-number.ts";

interface MobileScreenProps {
  /** Where the member goes after signing in. */
  next: string | undefined;
  /** A code has been sent to this full number, now or before. */
  onSent: (phone: string, isJustSent: boolean) => void;
}

export function MobileScreen({ next, onSent }: MobileScreenProps) {
  const [country, setCountry] = useState(homeCountry);
  const [digits, setDigits] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  /** The number that no other code is sent to now. */
  const [refused, setRefused] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const phone = fullPhoneNumber(digits, country);
    if (phone === undefined) return reject("Invalid phone number");
    setFieldError(undefined);
    setIsSending(true);
    try {
      await authCall((auth) => auth.signInWithOtp({ phone }));
      toast.success("OTP sent to your phone!");
      onSent(phone, true);
    } catch (error) {
      toast.error("Failed to send OTP", formToast);
      setFieldError(authErrorMessage(error));
      // An earlier code may still be good, unless the number is locked.
      setRefused(hasErrorCode(error, "over_sms_send_rate_limit") ? phone : undefined);
      setIsSending(false);
    }
  };
  const reject = (message: string) => {
    setFieldError(message);
    toast.error(message, formToast);
  };
  return (
    <AuthFrame
      title="Sign in with mobile"
      kicker="Step 1 of 2"
      heading="Your number"
      lead="We text you a code. No password to remember."
    >
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-6">
        <Field label="Mobile number" error={fieldError} hint="Ten digits, or the whole number with its country code.">
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <CountrySelect value={country} onChange={(code) => isPhoneCountry(code) && setCountry(code)} />
              <Input
                {...control}
                type="tel"
                inputMode="numeric"
                autoComplete="tel-national"
                value={digits}
                onChange={({ target }) => setDigits((target.value = phoneDigits(target.value)))}
                className="grow basis-40 tabular-nums tracking-wide"
              />
            </div>
          )}
        </Field>
        <Button type="submit" look="primary" size="large" isBusy={isSending}>
          CONTINUE
        </Button>
        {refused !== undefined && <EarlierCode onEnter={() => onSent(refused, false)} />}
      </form>
      <WithEmail next={next} />
    </AuthFrame>
  );
}

const EarlierCode = ({ onEnter }: { onEnter: () => void }) => (
  <Button look="outline" onClick={onEnter}>
    Enter the code you have
  </Button>
);

const WithEmail = ({ next }: { next: string | undefined }) => (
  <Link to="/auth" search={toReturn(next)} className={`${buttonClass("quiet")} mt-4 w-full`}>
    Sign in with email
  </Link>
);

/** The short code is shown, the long names are in the list. */
function CountrySelect({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const countries = useMemo(() => phoneCountries(), []);
  const callingCode = countries.find(({ code }) => code === value)?.callingCode;
  return (
    <div className="relative flex min-h-12 shrink-0 items-center gap-1.5 rounded-input border border-line bg-surface pr-3 pl-4 focus-within:border-ink focus-within:ring-1 focus-within:ring-ink hover:border-ink/30">
      <span aria-hidden="true" className="text-fine text-muted">
        {value}
      </span>
      <span aria-hidden="true" className="tabular-nums">
        +{callingCode}
      </span>
      <ChevronDown aria-hidden="true" size={16} strokeWidth={1.5} className="text-muted" />
      <select
        aria-label="Country"
        autoComplete="tel-country-code"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name} (+{country.callingCode})
          </option>
        ))}
      </select>
    </div>
  );
}
