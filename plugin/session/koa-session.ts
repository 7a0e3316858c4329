import { randomBytes } from 'node:crypto'
import type Koa from 'koa'
import type { Context } from 'koa'
import session from 'koa-session'
import type { RequestOrigin, SessionStore, SessionVariables } from '../../store/index.ts'
import type { Location } from '../gate/location.ts'
import { asOrigin } from '../log/request-name.ts'

/** The stored session of one request, as koa-session sees it. */
export interface SessionHandle {
  /** 32 lower-case hex characters; that of a session not yet stored is fresh. */
  readonly id: string
  readonly variables: SessionVariables | undefined
  /** Replaces the variables under the same id; resolves once durable, with the cookie set. */
  save(variables: SessionVariables): Promise<void>
  /** Ends this id and stores the variables under a new one: no session id survives a sign-in. Resolves to the new id. */
  replace(nextVariables: (id: string) => SessionVariables): Promise<string>
  /** Ends the session and its cookie. */
  end(): Promise<void>
}

interface KoaSessionOptions {
  readonly store: SessionStore
  readonly isSecure: boolean
  /** Sessions of one browser, each under a segment of its own. */
  readonly maxPerBrowser: number
}

/** Sessions one browser has at a time under TLS, each under another path segment: more cookies would not fit into a request. */
export const SESSIONS_PER_BROWSER = 10

/** Loads the stored session of a request under its segment. Throws StoreUnavailable. */
export type LoadSession = (
  ctx: Context,
  location: Location,
  name: RequestOrigin,
) => Promise<SessionHandle>

/**
 * Binds koa-session to our store: ids of 32 hex characters (spec 2.2), one cookie for each segment,
 * nothing saved unless `save` is called. Returns the loader of a request's session.
 */
export function bindKoaSession(
  app: Koa,
  { store, isSecure, maxPerBrowser }: KoaSessionOptions,
): LoadSession {
  const cookies = new WeakMap<Context, SessionCookie>()
  const names = new WeakMap<Context, RequestOrigin>()
  const originOf = (ctx: Context | undefined) => {
    const name = ctx === undefined ? undefined : names.get(ctx)
    return name === undefined ? undefined : asOrigin(name)
  }
  // koa-session ends the old id and then saves the new one. Started together they share one group
  // commit, and the save is only acknowledged when both are durable.
  const ending = new WeakMap<Context, Promise<void>>()
  // The new id is chosen before koa-session requests one: the password is sealed for it.
  const chosenIds = new WeakMap<Context, string>()
  const withFreshId = new WeakSet<Context>()
  const cookieOf = (ctx: Context): SessionCookie => {
    const cookie = cookies.get(ctx)
    if (cookie === undefined) throw new Error('koa-session asked before a session was loaded')
    return cookie
  }
  const load = session(
    {
      // koa-session expires this one at each change of the id: the cookie for all segments, of before.
      key: isSecure ? SECURE_COOKIE : PLAIN_COOKIE,
      externalKey: {
        get: (ctx: Context) => ctx.cookies.get(cookieOf(ctx).name, { signed: false }) ?? '',
        set: (ctx: Context, id: string) => {
          setSessionCookie(ctx, cookieOf(ctx), id, { isSecure, maxPerBrowser })
        },
      },
      autoCommit: false,
      signed: false,
      overwrite: true,
      secure: isSecure,
      maxAge: 'session',
      genid: (ctx: Context) => {
        withFreshId.add(ctx)
        return chosenIds.get(ctx) ?? newSessionId()
      },
      store: {
        async get(id, _maxAge, { ctx }: { ctx?: Context }) {
          if (!SESSION_ID.test(id)) return undefined
          // By the name itself: only a read that fails is named.
          const record = await store.load(id, ctx && names.get(ctx))
          return record === undefined ? undefined : { held: held(record.variables) }
        },
        async set(id, { held: { variables } }: StoredValue, _maxAge, { ctx }: { ctx?: Context }) {
          if (ctx === undefined) throw new Error('koa-session saved without a context')
          const saved = withFreshId.delete(ctx)
            ? store.create(id, variables, ctx.ip, originOf(ctx))
            : store.save(id, variables, ctx.ip, originOf(ctx))
          await Promise.all([saved, ending.get(ctx)])
        },
        async destroy(id, { ctx }: { ctx?: Context }) {
          if (!SESSION_ID.test(id)) return
          const ended = store.destroy(id, originOf(ctx))
          if (ctx === undefined || !ending.has(ctx)) return ended
          // The save that follows reports a failure; if none follows, no one else would listen.
          ended.catch(() => undefined)
          ending.set(ctx, ended)
        },
      },
    },
    app,
  )

  return async (ctx, location, name) => {
    names.set(ctx, name)
    cookies.set(ctx, sessionCookie(location, isSecure))
    // TLS ends in front of Postern: the setting knows of it, the socket does not.
    if (isSecure) ctx.cookies.secure = true
    // Without a rest of the chain: koa-session reads the cookie and the store, and no more.
    await load(ctx, async () => undefined)
    const current = sessionOf(ctx)
    return {
      id: current.externalKey,
      variables: current.held?.variables,
      async save(variables) {
        current.held = held(variables)
        await current.save()
      },
      async replace(nextVariables) {
        const id = newSessionId()
        chosenIds.set(ctx, id)
        current.held = held(nextVariables(id))
        ending.set(ctx, Promise.resolve())
        await current.regenerate()
        return id
      },
      async end() {
        ctx['session'] = null
        await current.manuallyCommit()
        endSessionCookie(ctx, cookieOf(ctx), isSecure)
      },
    }
  }
}

const SESSION_ID = /^[0-9a-f]{32}$/

/** 128 random bits as 32 hex characters (spec 8). */
function newSessionId(): string {
  return randomBytes(16).toString('hex')
}

/**
 * koa-session hashes the JSON of what it loads, to find changes at the end of a request. We save when
 * told to and never otherwise, so the variables have none: no request pays for the hash.
 */
interface HeldVariables {
  readonly variables: SessionVariables
  toJSON(): undefined
}

function held(variables: SessionVariables): HeldVariables {
  return { variables, toJSON: () => undefined }
}

interface StoredValue {
  readonly held: HeldVariables
}

interface KoaSession {
  readonly externalKey: string
  held: HeldVariables | undefined
  save(): Promise<void>
  regenerate(): Promise<void>
  manuallyCommit(): Promise<void>
}

/** The one unsafe cast at this border: koa-session adds `ctx.session` without telling Koa's types. */
function sessionOf(ctx: Context): KoaSession {
  return ctx['session'] as KoaSession
}

/** Where a browser keeps the session of one segment. */
export interface SessionCookie {
  readonly name: string
  readonly path: string
}

/** What a cookie is set with; anyone who ends it must name the same path. */
interface CookieOptions {
  readonly isSecure: boolean
  /** Sessions of one browser under TLS; above it the oldest cookies go. */
  readonly maxPerBrowser: number
}

const PLAIN_COOKIE = 'postern_session'
/** What the name of each of our cookies under TLS starts with. */
export const SECURE_COOKIE = '__Host-postern'
const OWN_NAMES = /(?:^|;)\s*(postern_session|__Host-postern(?:-[0-9]{10})?)(?==)/g

/**
 * Each segment of the panel has a cookie of its own, so that who signs in under another one, in another
 * tab, signs no one out. `__Host-` keeps subdomains from planting one, and browsers take it under TLS only
 * and with the path `/`: there the segment is in the name.
 */
export function sessionCookie(
  { mount, segment }: Pick<Location, 'mount' | 'segment'>,
  isSecure: boolean,
): SessionCookie {
  return isSecure
    ? { name: `${SECURE_COOKIE}-${segment.digits}`, path: '/' }
    : { name: PLAIN_COOKIE, path: mount }
}

/** The names of our cookies in a Cookie header, in its order: those made first come first (RFC 6265 5.4). */
export function sessionCookieNames(header: string | undefined): readonly string[] {
  return [...(header ?? '').matchAll(OWN_NAMES)].flatMap(([, name]) => name ?? [])
}

/** Sets the cookie; of those of other segments only the newest stay. */
export function setSessionCookie(
  ctx: Context,
  cookie: SessionCookie,
  sessionId: string,
  { isSecure, maxPerBrowser }: CookieOptions,
): void {
  ctx.cookies.set(cookie.name, sessionId, attributes(cookie.path, isSecure))
  if (!isSecure) return
  const others = sessionCookieNames(ctx.get('cookie')).filter((name) => name !== cookie.name)
  for (const name of others.slice(0, Math.max(0, others.length + 1 - maxPerBrowser))) {
    ctx.cookies.set(name, null, attributes('/', isSecure))
  }
}

/** Ends the cookie. */
export function endSessionCookie(
  ctx: Context,
  { name, path }: SessionCookie,
  isSecure: boolean,
): void {
  ctx.cookies.set(name, null, attributes(path, isSecure))
}

function attributes(path: string, secure: boolean) {
  return { path, secure, httpOnly: true, sameSite: 'lax', signed: false, overwrite: true } as const
}
