import type { Context } from 'koa'
import { waitAtMost } from '../concurrency/deadline.ts'
import type { DocumentOwner } from '../../store/index.ts'
import { type Language, languageFor } from '../language/language.ts'
import type { Preferences } from '../settings/preferences.ts'
import { defaultPreferences } from '../settings/default-preferences.ts'
import type { RequestServices } from './services.ts'
import type { Client, TrustedRequest } from './trusted-request.ts'

/**
 * The language of what the server itself says to a user: their choice, else the panel's word, else the browser's. A program
 * names its own: our page asks in the language that it shows. Never fails.
 */
export async function readerLanguage(
  ctx: Context,
  { dialect, owner, locale }: Pick<Client, 'dialect' | 'owner' | 'locale'>,
  services: Pick<RequestServices, 'settings'>,
): Promise<Language> {
  if (dialect.wire !== 'page') return languageFor(ctx.acceptsLanguages())
  const chosen = owner === undefined ? '' : (await preferencesInTime(owner, services)).language
  return chosen === '' ? unchosenLanguage(ctx, locale) : chosen
}

/** The language of whose request it is. Never fails. */
export function languageOfRequest(
  { ctx, dialect, owner, principal }: TrustedRequest,
  services: Pick<RequestServices, 'settings'>,
): Promise<Language> {
  return readerLanguage(ctx, { dialect, owner, locale: principal.locale }, services)
}

/** The language of who has chosen none: the panel's word, else the browser's. */
export function unchosenLanguage(ctx: Context, locale: string | undefined): Language {
  const byBrowser = ctx.acceptsLanguages()
  return languageFor(locale === undefined ? byBrowser : [locale, ...byBrowser])
}

/** How long a page waits for what its owner has set; then it starts with the default ones. */
const WAIT_MS = 250

/** What an owner has set; the default where the store does not answer in time. Never fails. */
export async function preferencesInTime(
  owner: DocumentOwner,
  { settings }: Pick<RequestServices, 'settings'>,
): Promise<Preferences> {
  try {
    return (await waitAtMost(settings.preferences(owner), WAIT_MS)) ?? defaultPreferences
  } catch {
    // The page asks again by its own request, which tells and logs the fault.
    return defaultPreferences
  }
}
