import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { limits } from "#contract/limits.ts";

export interface Country {
  code: CountryCode;
  name: string;
  /** Without the plus. */
  callingCode: string;
}

export const homeCountry: CountryCode = "IN";

/** Every country that has a calling code, the default one first, the others by name in the given language. */
export function phoneCountries(language = "en"): Country[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const countries = getCountries().map((code) => ({
    code,
    name: names.of(code) ?? code,
    callingCode: getCountryCallingCode(code),
  }));
  countries.sort((a, b) => a.name.localeCompare(b.name, language));
  return [
    ...countries.filter(({ code }) => code === homeCountry),
    ...countries.filter(({ code }) => code !== homeCountry),
  ];
}

export function isPhoneCountry(code: string): code is CountryCode {
  return (getCountries() as string[]).includes(code);
}

/** The digits of typed or pasted text, at most 15. */
export function phoneDigits(typed: string): string {
  return typed.replace(/\D/g, "").slice(0, limits.phoneDigitsMax);
}

/**
 * The full number (`+919876543210`) or undefined when there is no such number.
 *
 * Ten digits take the country shown; 11 to 15 are a full number with its country code, or else a long number of the
 * country shown (07911 123456).
 */
export function fullPhoneNumber(digits: string, country: CountryCode): string | undefined {
  if (digits.length < limits.phoneDigitsMin || digits.length > limits.phoneDigitsMax) return undefined;
  const national = () => parsePhoneNumberFromString(digits, country);
  const international = () => parsePhoneNumberFromString(`+${digits}`);
  const readings = digits.length === limits.phoneDigitsMin ? [national] : [international, national];
  return readings.map((read) => read()).find((number) => number?.isValid())?.number;
}

/** The formatted number: `+91 98765 43210`; an invalid one is returned unchanged. */
export function readablePhone(fullNumber: string): string {
  return parsePhoneNumberFromString(fullNumber)?.formatInternational() ?? fullNumber;
}
