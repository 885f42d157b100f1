import { z } from "zod";
import type { AuthConfig, FacebookConfig } from "#server/config/auth-config.ts";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";

export type SocialProvider = "google" | "facebook";

/** What must be stored between the redirect to a provider and its callback. */
export interface SocialSecrets {
  verifier: string;
  nonce: string;
}

/** A provider's data about a person. */
export interface SocialPerson {
  /** The provider's id: the only key to an account. */
  providerId: string;
  email: string | null;
  isEmailVerified: boolean;
  claims: Record<string, unknown>;
  accessToken: string;
  refreshToken: string | null;
}

/** One identity provider. */
export interface Social {
  /** The authorization URL. `extra` has parameters that the caller may add, such as `prompt`. */
  authorizeUrl(given: {
    state: string;
    redirectUri: string;
    scopes: string[];
    secrets: SocialSecrets;
    extra: Record<string, string>;
  }): Promise<URL>;
  /** The verified person of a callback. Rejects anything unverified. */
  exchange(given: { callbackUrl: URL; state: string; secrets: SocialSecrets }): Promise<SocialPerson>;
}

export type Socials = Partial<Record<SocialProvider, Social>>;

/** The configured identity providers. */
export function createSocials(config: Pick<AuthConfig, "google" | "facebook">): Socials {
  return {
    ...(config.google ? { google: createGoogle(config.google) } : {}),
    ...(config.facebook ? { facebook: createFacebook(config.facebook) } : {}),
  };
}

/** New secrets for one authorization request. */
export function makeSocialSecrets(): SocialSecrets {
  return { verifier: openid.randomPKCECodeVerifier(), nonce: openid.randomNonce() };
}

const timeoutSeconds = 8;
const isLoopback = (url: string) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
/** Plain HTTP is allowed only for a provider on this machine. */
const mayBeInsecure = (url: string) => url.startsWith("http:") && isLoopback(url);

function createGoogle(config: NonNullable<AuthConfig["google"]>): Social {
  let discovered: Promise<openid.Configuration> | undefined;

  /** The provider's metadata, fetched once, and again after a failure. */
  function discover(): Promise<openid.Configuration> {
    discovered ??= openid
      .discovery(new URL(config.issuer), config.clientId, config.clientSecret, undefined, {
        timeout: timeoutSeconds,
        // Signatures are verified although the token comes directly from the provider.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(mayBeInsecure(config.issuer) ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw error;
      });
    return discovered;
  }

  return {
    async authorizeUrl({ state, redirectUri, scopes, secrets, extra }) {
      return openid.buildAuthorizationUrl(await discover(), {
        ...extra,
        redirect_uri: redirectUri,
        scope: [...new Set(["openid", "email", "profile", ...scopes])].join(" "),
        state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
    },
    async exchange({ callbackUrl, state, secrets }) {
      const tokens = await openid.authorizationCodeGrant(await discover(), callbackUrl, {
        expectedState: state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      });
      const claims = GoogleClaims.parse(tokens.claims());
      return {
        providerId: claims.sub,
        email: claims.email?.toLowerCase() ?? null,
        isEmailVerified: claims.email_verified ?? false,
        claims: shownClaims(claims, claims.picture),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      };
    },
  };
}

const GoogleClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
});

const FacebookPerson = z.object({
  id: z.string().min(1).max(255),
  email: z.email().optional(),
  name: z.string().optional(),
});

function createFacebook(config: FacebookConfig): Social {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(config.authorizeUrl).origin,
    authorization_endpoint: config.authorizeUrl,
    token_endpoint: config.tokenUrl,
  };
  const client: oauth.Client = { client_id: config.clientId };
  const options = (url: string) => ({
    signal: () => AbortSignal.timeout(timeoutSeconds * 1_000),
    [oauth.allowInsecureRequests]: mayBeInsecure(url),
  });

  return {
    async authorizeUrl({ state, redirectUri, scopes, secrets, extra }) {
      const url = new URL(config.authorizeUrl);
      const parameters = {
        ...extra,
        client_id: config.clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: [...new Set(["email", "public_profile", ...scopes])].join(","),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },
    async exchange({ callbackUrl, state, secrets }) {
      const parameters = oauth.validateAuthResponse(server, client, callbackUrl, state);
      const redirectUri = `${callbackUrl.origin}${callbackUrl.pathname}`;
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.ClientSecretPost(config.clientSecret),
        parameters,
        redirectUri,
        secrets.verifier,
        options(config.tokenUrl),
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
      const answer = await oauth.protectedResourceRequest(
        tokens.access_token,
        "GET",
        new URL(config.profileUrl),
        undefined,
        undefined,
        options(config.profileUrl),
      );
      const person = FacebookPerson.parse(await answer.json());
      return {
        providerId: person.id,
        email: person.email?.toLowerCase() ?? null,
        // Facebook does not report verification, so its addresses are unverified.
        isEmailVerified: false,
        claims: shownClaims({ sub: person.id, iss: server.issuer, ...person }),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      };
    },
  };
}

/** The stored claims, named as client libraries expect. */
function shownClaims(
  given: {
    iss: string;
    sub: string;
    name?: string | undefined;
    email?: string | undefined;
    email_verified?: boolean | undefined;
  },
  picture?: string,
): Record<string, unknown> {
  const { iss, sub, name, email } = given;
  return {
    iss,
    sub,
    provider_id: sub,
    email_verified: given.email_verified ?? false,
    ...(email ? { email: email.toLowerCase() } : {}),
    ...(name ? { name, full_name: name } : {}),
    ...(picture ? { avatar_url: picture, picture } : {}),
  };
}
