import type { PanelCredential } from '../adapter/panel.ts'

/** `cpses_reviY3ZSQK[::cpses::]<secret>`: made by the panel when it does not know the mailbox password. */
const TEMPORARY_PASSWORD = /^(cpses_\w{1,64})\[::cpses::\]/

/**
 * The mail login of what a panel hands over (plugin/docs/threats.md, cPanel). A temporary user signs in as
 * `<mailbox>/<temporary user>` and sends the password whole. Answers undefined when the parts contradict.
 */
export function temporaryUserCredential({
  user,
  password,
  temporaryUser,
}: {
  readonly user: string
  readonly password: string
  readonly temporaryUser: string
}): PanelCredential | undefined {
  if (password === '') return { kind: 'prompt' }
  const temporary = TEMPORARY_PASSWORD.exec(password)?.[1]
  if (temporary === undefined) return { kind: 'panel', user, password }
  if (temporaryUser !== '' && temporaryUser !== temporary) return undefined
  return { kind: 'panel', user: `${user}/${temporary}`, password }
}
