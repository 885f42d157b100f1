import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";

type Headers = Record<string, string>;

/**
 * The headers of every answer, by its address. Both sets are fixed, so helmet works them out once, and not for each request.
 *
 * @see docs/security.md#s-46
 */
export function securityHeaders(publicUrl: string): (url: string) => Headers {
  const [ofApi, ofPages] = [apiHeaders(publicUrl), pageHeaders(publicUrl)];
  return (url) => (url.startsWith("/api/") && !url.startsWith("/api/docs") ? ofApi : ofPages);
}

/** Nothing runs or is framed that is not ours. `blob:` pictures are the previews of files that are not uploaded yet. */
function pageHeaders(publicUrl: string): Headers {
  const isSecure = publicUrl.startsWith("https:");
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", "blob:"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => undefined);
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Of the API, which is data and never a page: fewer headers, because each costs a little at every request. */
function apiHeaders(publicUrl: string): Headers {
  return {
    // Answers belong to one caller, unless a route says otherwise.
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
