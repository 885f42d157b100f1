/**
 * The headers of every answer, for helmet: nothing runs or is framed that is not ours. `blob:` pictures are the previews
 * of files that are not uploaded yet.
 *
 * @see security.md row 46
 */
export function securityHeaders(publicUrl: string) {
  const isSecure = publicUrl.startsWith("https:");
  return {
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
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : (false as const),
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
    crossOriginEmbedderPolicy: false,
  };
}

/**
 * The headers of every answer of the API, which is data and never a page. They are fixed and few: helmet, which works its
 * headers out anew for each request, costs as much there as the rest of the framework.
 */
export function apiHeaders(publicUrl: string): Record<string, string> {
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
