/** Order matters: Edge and Opera also say Chrome, Chrome also says Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string, DeviceKind][] = [
  [/\biPhone\b/, "iPhone", "phone"],
  [/\biPad\b/, "iPad", "tablet"],
  [/\bAndroid\b(?!.*\bMobile\b)/, "Android tablet", "tablet"],
  [/\bAndroid\b/, "Android", "phone"],
  [/\bCrOS\b/, "Chromebook", "computer"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac", "computer"],
  [/\bWindows\b/, "Windows", "computer"],
  [/\bLinux\b|\bX11\b/, "Linux", "computer"],
];

export type DeviceKind = "phone" | "tablet" | "computer" | "unknown";
export interface Device {
  name: string;
  kind: DeviceKind;
}

export const unknownDevice = "Unknown device";

/** 'Chrome on Mac' out of a User-Agent header, for a list that its owner recognises; 'Unknown device' at worst. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? "";
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1];
  const [, system, kind] = systems.find(([pattern]) => pattern.test(text)) ?? [];
  if (browser && system) return { name: `${browser} on ${system}`, kind: kind ?? "unknown" };
  return { name: browser ?? system ?? unknownDevice, kind: kind ?? "unknown" };
}
