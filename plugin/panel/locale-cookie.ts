import { granted, readPanelCookies, type Panel, type Principal } from './adapter/panel.ts'

/** A BCP 47 tag or a locale, as short as they are. */
const LOCALE = /^[A-Za-z0-9_-]{1,35}$/

/**
 * The cookie in which cPanel keeps the language that a user chose on its own sign-in page; it comes before that of the account
 * (docs.cpanel.net, "How We Determine a Browser Locale").
 */
export const CPANEL_LOCALE_COOKIE = 'session_locale'

/** The same panel, whose word about the language is in a cookie. A cookie of another kind says nothing. */
export function withLocaleCookie(panel: Panel, name: string): Panel {
  /** Which principal of the panel is meant by one of ours. */
  const reported = new WeakMap<Principal, Principal>()
  return {
    ...panel,
    async verify(evidence, signal) {
      const verdict = await panel.verify(evidence, signal)
      const cookies = readPanelCookies(evidence.cookieHeader, [name])
      const locale = cookies.kind === 'found' ? cookies.values[0] : undefined
      if (verdict.kind !== 'principal' || locale === undefined || !LOCALE.test(locale)) {
        return verdict
      }
      const principal = { ...verdict.principal, locale }
      reported.set(principal, verdict.principal)
      return granted(principal)
    },
    credential: (principal, signal) =>
      panel.credential(reported.get(principal) ?? principal, signal),
  }
}
