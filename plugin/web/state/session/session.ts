import { signal, type ReadonlySignal } from '@preact/signals'
import type { MailPageEnv, PageEnv } from '../../../wire/native/types.ts'
import type { Failure, Problem } from '../../wire/http/problem.ts'
import type { TabChannel } from '../../browser/tab-channel.ts'
import type { SignIn } from '../../wire/sign-in.ts'

/** Why the session is over and what brings it back. */
export interface SessionOver {
  readonly message: string
  /** A password can be requested here; false when the panel itself has to be entered again. */
  readonly canSignInHere: boolean
  /** Who is signed in in this browser instead; undefined when no one is. */
  readonly otherUser: string | undefined
}

/** The webmail session of this page. It may end and be taken up again; the page and its text stay. */
export interface Session {
  readonly user: string
  readonly end: ReadonlySignal<SessionOver | undefined>
  /** False from the first refusal until the session continues: nothing that can wait should be asked. */
  readonly isIntact: ReadonlySignal<boolean>
  readonly requestToken: () => string
  /** Resolves when the session continues: automatically when the panel passes it over, else after a sign-in. */
  recover(problem: Problem, signal: AbortSignal): Promise<void>
  /** Looks whether the session is back, e.g. after a sign-in in another tab. */
  readonly tryResume: (signal: AbortSignal) => Promise<boolean>
  /** Answers whether the session continues; a password that was not the reason is distinguished. */
  signIn(password: string, signal: AbortSignal): Promise<SignInResult>
  /** The same for the code that was requested after the password. */
  signInWithCode(code: string, signal: AbortSignal): Promise<SignInResult>
}

export type SignInResult =
  | { readonly kind: 'back' }
  | { readonly kind: 'password_refused' }
  /** The password was right; a code has to follow. */
  | { readonly kind: 'code_needed' }
  /** With the server's words for the user; undefined when it said nothing that could be read. */
  | { readonly kind: 'failed'; readonly failure: Failure | undefined }

interface SessionOptions {
  readonly env: MailPageEnv
  readonly signIn: SignIn
  readonly tabs: TabChannel
  readonly now: () => number
  /** At most one silent attempt in this time, so that a broken session never makes a storm of requests. */
  readonly silentAttemptEveryMs: number
  /** When to look again who took this session's place: their cookie comes a moment after this one's end. */
  readonly lookAgainMs: number
  /** Leaves the page: its user signed out in another tab. */
  readonly leave: () => void
}

/** True when only a new sign-in, or a new token, lets the request succeed. */
export function endsSession(problem: Problem): boolean {
  return problem.status === 401 || problem.code === 'token_mismatch'
}

/** Builds the session of a page. */
export function createSession(options: SessionOptions): Session {
  const { env, signIn, tabs, now, silentAttemptEveryMs, lookAgainMs, leave } = options
  const end = signal<SessionOver | undefined>(undefined)
  const isIntact = signal(true)
  const { signal: life } = new AbortController()
  let token = env.request_token
  /** Of the form that requests a code. */
  let codeToken = ''
  let lastSilentAttempt = Number.NEGATIVE_INFINITY
  /** What the server shows instead of this page: the form, or another user's page. */
  let instead: PageEnv | undefined
  let resuming: Promise<boolean> | undefined
  let waiting: (() => void)[] = []

  const whatCanBeDone = (canSignInHere: boolean) => ({
    canSignInHere: canSignInHere || instead !== undefined,
    otherUser: instead?.task === 'mail' ? instead.user : undefined,
  })

  function adopt(page: PageEnv | undefined): boolean {
    // Another user's session must never receive this page's text or acts.
    if (page?.task !== 'mail' || page.user !== env.user) {
      if (page?.task === 'login' && page.step === 'signed-out') leave()
      instead = page
      if (end.value !== undefined) {
        end.value = { ...end.value, ...whatCanBeDone(end.value.canSignInHere) }
      }
      return false
    }
    instead = undefined
    token = page.request_token
    end.value = undefined
    isIntact.value = true
    for (const resume of waiting) resume()
    waiting = []
    return true
  }

  async function tryResume(abort: AbortSignal): Promise<boolean> {
    return adopt(await signIn.look(abort))
  }

  // One attempt serves all requests that failed together.
  function resumeSilently(abort: AbortSignal): Promise<boolean> {
    resuming ??= attempt(abort).finally(() => (resuming = undefined))
    return resuming
  }

  async function attempt(abort: AbortSignal): Promise<boolean> {
    if (now() - lastSilentAttempt < silentAttemptEveryMs) return false
    lastSilentAttempt = now()
    // When the page itself cannot be had, the layer offers to try again.
    return tryResume(abort).catch(() => false)
  }

  function lookAgain(): void {
    if (end.value === undefined) return
    // The layer offers to try again, should this fail.
    tryResume(life).catch(() => false)
  }

  tabs.listen(({ kind }) => {
    if (kind === 'signed-in') lookAgain()
  })

  return {
    user: env.user,
    end,
    isIntact,
    requestToken: () => token,
    tryResume,
    async recover(problem, abort) {
      isIntact.value = false
      if (end.value === undefined && (await resumeSilently(abort))) return
      if (end.value === undefined) {
        end.value = {
          message: problem.message,
          ...whatCanBeDone(problem.code === 'not_signed_in'),
        }
        setTimeout(lookAgain, lookAgainMs)
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve)
        abort.addEventListener('abort', () => reject(abortReason(abort)), { once: true })
      })
    },
    async signIn(password, abort) {
      const page = await signIn.page(abort)
      if (adopt(page)) return { kind: 'back' }
      if (page === undefined) return { kind: 'failed', failure: undefined }
      const form = { token: page.request_token, user: env.user, password }
      return resultOf(await signIn.submit(form, abort))
    },
    async signInWithCode(code, abort) {
      return resultOf(await signIn.submitCode(codeToken, code, abort))
    },
  }

  function resultOf(response: PageEnv | undefined): SignInResult {
    // The form again says why it was refused, and nothing of who is signed in here.
    if (response?.task === 'mail' && adopt(response)) {
      tabs.post({ kind: 'signed-in' })
      return { kind: 'back' }
    }
    const error = response?.task === 'login' ? response.error : null
    if (response?.task === 'login' && response.step === 'code') {
      codeToken = response.request_token
      if (error === null) return { kind: 'code_needed' }
    }
    if (error?.code === 'sign_in_failed') return { kind: 'password_refused' }
    if (error === null) return { kind: 'failed', failure: undefined }
    const { message, requestId } = error
    return { kind: 'failed', failure: { message, reference: requestId ?? undefined } }
  }
}

function abortReason(abort: AbortSignal): Error {
  return abort.reason instanceof Error ? abort.reason : new Error('aborted')
}
