import type { FilingSession } from '../actions/send/copy-filer.ts'
import type { Credential } from '../../proxy/mail/index.ts'
import type { RequestServices } from '../request/services.ts'
import type { FolderUses } from '../settings/folder-choices.ts'
import { withChosenUses } from './own/folder-uses.ts'

interface FilingIdentity {
  readonly sessionId: string
  readonly credential: Credential
  readonly clientIp: string
  readonly folderUses: () => Promise<FolderUses>
}

/** What copies are filed with after a request is over: the account of this session, while the session lives. */
export function filingSession(
  { sessionId, credential, clientIp, folderUses }: FilingIdentity,
  { accounts, sessions }: Pick<RequestServices, 'accounts' | 'sessions'>,
): FilingSession {
  return {
    account: withChosenUses(accounts.account(credential, clientIp), folderUses),
    isAlive: async () => (await sessions.load(sessionId)) !== undefined,
  }
}
