import { readFolderUses } from '../settings/folder-uses.ts'
import type { RequestServices } from '../request/services.ts'
import { asOrigin } from '../log/request-name.ts'
import { during } from '../http/request-trace.ts'
import { tracedSignIn } from '../metrics/traced-services.ts'
import type { SignedInSession } from '../session/webmail-session.ts'
import { countSignIn } from '../sign-in/count-sign-in.ts'
import { signIn, type Login } from '../sign-in/sign-in.ts'
import { filingSession } from './copy-filing-session.ts'
import type { SignedInRequest, TrustedRequest } from '../request/trusted-request.ts'

type SessionStart = Pick<SignedInSession, 'binding' | 'language' | 'requestToken'>

/** Proves a credential and stores the session that follows (spec 5.3): the request as one of that session. Throws what signIn throws. */
export async function signInSession(
  login: Login,
  request: TrustedRequest,
  services: RequestServices,
): Promise<SignedInRequest> {
  const { session, context } = request
  const { imap } = services.config
  const { owner, credential } = login
  const origin = asOrigin(context.name)
  context.client.username = owner
  const attempt = () =>
    signIn(login, context.clientIp, context.signal, {
      accounts: tracedSignIn(services.accounts, context.trace),
      users: services.users,
      throttle: services.throttle,
      mailHost: imap.host,
      origin,
    })
  // Meanwhile: the database may have to be asked for somebody this spool does not know.
  const settings = services.users.settings(owner, imap.host, origin)
  settings.catch(() => undefined)
  const { user, facts } = await countSignIn(attempt, services.countSignIn)
  context.trace.isOf(owner)
  const folderUses = readFolderUses(await settings)
  const made = (id: string, base: SessionStart): SignedInSession => ({
    ...base,
    kind: 'signed-in',
    userId: user.userId,
    username: owner,
    loginName: credential.user,
    storageHost: imap.host,
    storagePort: imap.port,
    storageSsl: imap.tls === false ? null : imap.tls === true ? 'ssl' : 'tls',
    password: services.seal.seal(id, credential),
    authorizationId: credential.authorizationId,
    loginTime: Math.floor(services.now() / 1000),
    facts,
    folderUses,
  })
  // At once, so that the session and the user's record share one trip to the disk.
  const keep = async () => (await Promise.all([session.signIn(made), user.record()]))[0]
  const stored = await during(context.trace, 'session', keep)
  const identity = { sessionId: stored.id, credential, clientIp: context.clientIp, folderUses }
  services.copyFiler.resume(filingSession(identity, services))
  return { ...request, session: stored }
}
