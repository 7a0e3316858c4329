import {
  createWebmailClient,
  type ClientResponse,
  type WebmailClient,
} from '../support/http/webmail-client.ts'

/** Users who sign in and look at their mail without end, each request on its own way to some instance. */
export interface LoadUsers {
  /** Cookies of sign-ins that were acknowledged: the redirect arrived whole. */
  readonly acknowledged: readonly string[]
  /** What no one signed in may ever be told. */
  readonly signOuts: readonly string[]
  readonly actions: number
  /** Acts that found no one to answer, or were told to come back: they are tried again. */
  readonly retried: readonly string[]
  /** Resolves when so many more acts have succeeded. */
  run(more: number): Promise<void>
  /** Lets everybody finish what they are at. */
  leave(): Promise<void>
}

interface LoadUsersOptions {
  readonly base: string
  readonly count: number
  readonly userName: (n: number) => string
  readonly password: string
  /** After so many actions a user signs in again, as a user with another browser would. */
  readonly actionsPerSignIn: number
}

/** Signs everybody in, and lets them continue until they are told to leave. */
export function startLoadUsers(options: LoadUsersOptions): LoadUsers {
  const { base, count, userName, password, actionsPerSignIn } = options
  const acknowledged: string[] = []
  const signOuts: string[] = []
  const waiting = new Set<() => void>()
  let actions = 0
  const retried: string[] = []
  const leaving = new AbortController()

  async function visit(user: string): Promise<void> {
    while (!leaving.signal.aborted) {
      const client = createWebmailClient(base)
      const { status } = await responseOf(() => client.submitSignIn(user, password))
      if (status !== 302) {
        expect(user, 'sign-in', status)
        continue
      }
      acknowledged.push(client.cookies.get('postern_session') ?? '')
      await useMail(client, user)
    }
  }

  /** The page first: what is posted later carries its token. */
  async function useMail(client: WebmailClient, user: string): Promise<void> {
    let done = 0
    while (done < actionsPerSignIn && !leaving.signal.aborted) {
      const outcome = await look(client, user, ways[done % ways.length] ?? opening)
      if (outcome === 'refused') return
      if (outcome === 'done') done += 1
    }
  }

  async function look(client: WebmailClient, user: string, way: Way): Promise<ActionOutcome> {
    const { status, text } = await responseOf(() => way(client))
    if (status !== 200 || isSignInRequired(text)) {
      return expect(user, `${way.name} ${text.slice(0, 80)}`, status)
    }
    actions += 1
    for (const wake of waiting) wake()
    return 'done'
  }

  /** 0: no response at all; 408: it had no time to read; 502, 503 and 504: come back. Nothing else should be said. */
  function expect(user: string, what: string, status: number): ActionOutcome {
    const isTemporary = [0, 408, 502, 503, 504].includes(status)
    const reported = isTemporary ? retried : signOuts
    reported.push(`${user}: ${what} answered ${status}`)
    return isTemporary ? 'again' : 'refused'
  }

  const visits = Array.from({ length: count }, (_, n) => visit(userName(n + 1)))
  return {
    acknowledged,
    signOuts,
    get actions() {
      return actions
    },
    retried,
    run(more) {
      const enough = actions + more
      return new Promise((resolve) => {
        const wake = () => {
          if (actions < enough) return
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    },
    async leave() {
      leaving.abort()
      await Promise.all(visits)
    },
  }
}

const listing = (client: WebmailClient): Promise<ClientResponse> =>
  client.get('?_task=mail&_action=list&_refresh=1&_mbox=INBOX&_remote=1&_unlock=loading1&_=1')

const counting = (client: WebmailClient): Promise<ClientResponse> =>
  client.get('?_task=mail&_action=getunread&_page=1&_remote=1&_unlock=0&_=1')

const refreshing = (client: WebmailClient): Promise<ClientResponse> =>
  client.post(
    '?_task=mail&_action=refresh',
    { _mbox: 'INBOX', _folderlist: '1', _list: '1', _remote: '1', _unlock: 'loading1' },
    { 'x-roundcube-request': client.token() },
  )

const opening = (client: WebmailClient): Promise<ClientResponse> => client.get('')

const ways = [opening, listing, counting, refreshing] as const

type Way = (typeof ways)[number]

type ActionOutcome = 'done' | 'again' | 'refused'

/** Both come with status 200: the sign-in page, and what an action says without a session (plugin/docs/protocol.md). */
function isSignInRequired(text: string): boolean {
  return text.includes('"task":"login"') || text.includes('session_error')
}

interface Outcome {
  readonly status: number
  readonly text: string
}

async function responseOf(request: () => Promise<ClientResponse>): Promise<Outcome> {
  try {
    return await request()
  } catch {
    // The connection broke: nothing was promised.
    return { status: 0, text: '' }
  }
}
