import type { DocumentOwner, RoundcubeIdentity } from '../../store/index.ts'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { emptyIdentity, identityFields, type Identity } from '../settings/identity.ts'
import { FIELD_LIMITS } from '../settings/field-limits.ts'
import type { SettingsStore } from '../settings/owner-settings.ts'
import { signatureForms, type SignatureRenderer } from '../settings/signature-forms.ts'
import { entryName, migrationProblem, type MigrationProblem } from './run/report.ts'
import { documentId, oneLine } from './run/source-entry.ts'

/** An identity as it is kept here. */
export interface MigratedIdentity {
  readonly id: string
  readonly fields: Omit<Identity, 'id' | 'version'>
  readonly isDefault: boolean
}

/** What making an identity needs. */
export interface IdentityServices extends SignatureRenderer {
  /** Whether the owner may write as an address, as far as it is known without their session. */
  readonly mayWriteAs: (address: string) => boolean
}

/** The identity, or undefined where it cannot be one; `problems` gets what is left out. */
export async function identityOf(
  row: RoundcubeIdentity,
  services: IdentityServices,
  problems: MigrationProblem[],
): Promise<MigratedIdentity | undefined> {
  const report = (code: string, about = ''): void => {
    problems.push(migrationProblem('identity', entryName(row.id, row.email), code, about))
  }
  const address = parseMailAddress(row.email.trim())
  if (address === undefined) {
    report('identity_invalid', row.email)
    return undefined
  }
  // It is there for who may get the address back: whether it may be used is decided with each message.
  if (!services.mayWriteAs(address)) report('address_not_allowed')
  const addressOrNone = (text: string, code: string): string => {
    const parsed = parseMailAddress(text.trim())
    if (parsed === undefined && text.trim() !== '') report(code, text)
    return parsed ?? ''
  }
  const fields = {
    ...emptyIdentity,
    name: oneLine(row.name),
    address,
    replyTo: addressOrNone(row.replyTo, 'reply_to_left_out'),
    bcc: addressOrNone(row.bcc, 'bcc_left_out'),
    organisation: oneLine(row.organization),
  }
  const signatures = await signaturesOf(row, services, report)
  const whole = identityFields.safeParse({ ...fields, ...signatures })
  if (!whole.success) report('signature_left_out')
  const remaining = whole.success ? whole : identityFields.safeParse(fields)
  if (remaining.success) {
    return { id: documentId('identity', row.id), fields: remaining.data, isDefault: row.isDefault }
  }
  report('identity_invalid')
  return undefined
}

async function signaturesOf(
  { signature, isHtml }: RoundcubeIdentity,
  renderer: SignatureRenderer,
  report: (code: string) => void,
): Promise<Pick<Identity, 'signature' | 'formattedSignature'>> {
  const plain = signature.replace(/\r\n?/g, '\n').trim()
  if (!isHtml || plain === '') return { signature: plain, formattedSignature: '' }
  try {
    const { markup, text } = await signatureForms(plain, renderer)
    const isFormatted = text !== '' && markup.length <= FIELD_LIMITS.formattedSignature
    if (!isFormatted) report('signature_as_text')
    return { signature: text, formattedSignature: isFormatted ? markup : '' }
  } catch {
    // Too large or too deep for the renderer.
    report('signature_left_out')
    return { signature: '', formattedSignature: '' }
  }
}

/** Whether it was added: one that says the same stays as it is. Throws StoreUnavailable and PersonalRefused. */
export async function addIdentity(
  settings: SettingsStore,
  owner: DocumentOwner,
  { id, fields, isDefault }: MigratedIdentity,
): Promise<boolean> {
  const { identities, preferences } = await settings.read(owner)
  const wanted = JSON.stringify(fields)
  const isThere = identities.some(({ id: other, ...remaining }) => {
    return other === id || JSON.stringify(identityFields.parse(remaining)) === wanted
  })
  if (isThere) return false
  const started: Readonly<Record<string, unknown>> = emptyIdentity
  const changes = Object.entries(fields).map(([name, value]) => {
    return { name, seen: started[name], wanted: value }
  })
  await settings.saveIdentity(owner, id, changes, true)
  if (isDefault && preferences.defaultIdentity === '') {
    await settings.savePreferences(owner, [{ name: 'defaultIdentity', seen: '', wanted: id }])
  }
  return true
}
