import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { admit, evidenceOf } from './admission.ts'
import { sendPage } from './responses.ts'
import { runCgi } from './cgi.ts'
import { sendRefusal } from './entrance.ts'
import type { PanelSession } from '../state/session.ts'
import type { SimulatedPanel, Visit } from '../state/simulated-panel.ts'

interface ThirdPartyScript {
  /** The script on this machine; static files lie beside it. */
  readonly file: string
  /** The raw request target. */
  readonly target: string
}

/**
 * An application under /3rdparty/: the panel checks the session, then serves a static file or runs the
 * script as the account's user, with who is asking in its environment (plugin/docs/threats.md, cPanel).
 */
export async function openThirdParty(
  req: IncomingMessage,
  res: ServerResponse,
  visit: Visit,
  script: ThirdPartyScript,
  panel: SimulatedPanel,
): Promise<void> {
  const admission = await admit(evidenceOf(req, visit.path, visit), panel)
  if (admission.kind === 'refused') return sendRefusal(res, admission.code, visit, panel)
  const inside = /\/3rdparty\/[^/]+\/(.*)$/.exec(visit.path)?.[1] ?? ''
  if (inside !== '' && inside !== 'index.php') return sendStatic(res, dirname(script.file), inside)

  const { session } = admission
  const account = panel.accounts.find(({ user }) => user === accountOf(session, panel))
  await runCgi(req, res, {
    ...script,
    uid: account?.uid,
    gid: account?.gid,
    environment: identityOf(session, visit, account?.home ?? ''),
  })
}

/** What an application learns from the environment: who asks, and how to sign in to IMAP for them. */
export function identityOf(
  { user, password, temporary, segmentDigits }: PanelSession,
  { address }: Pick<Visit, 'address'>,
  home: string,
): Readonly<Record<string, string>> {
  return {
    CPANEL: 'active',
    HOME: home,
    REMOTE_ADDR: address,
    REMOTE_USER: user,
    REMOTE_PASSWORD: temporary?.password ?? password ?? '',
    REMOTE_TEMP_USER: temporary?.user ?? '',
    cp_security_token: `/cpsess${segmentDigits}`,
  }
}

function accountOf({ user }: PanelSession, { mailboxes }: SimulatedPanel): string {
  return mailboxes.find(({ address }) => address === user)?.account ?? user
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

async function sendStatic(res: ServerResponse, directory: string, inside: string): Promise<void> {
  const type = TYPES[extname(inside)]
  const isPlain = /^(?:[\w-]+\/)?[\w-]+\.[a-z]+$/.test(inside)
  const content =
    type !== undefined && isPlain
      ? // A name without a file is an ordinary 404.
        await readFile(join(directory, inside)).catch(() => undefined)
      : undefined
  if (type === undefined || content === undefined) {
    sendPage(res, 404, '<h1>404 Not Found</h1>')
    return
  }
  res.writeHead(200, { 'content-type': type }).end(content)
}
