/** Whether the browser takes the JSON of the server (WebAuthn Level 3, 5.1.8): all that are kept up to date do. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  )
}

/** Makes a passkey as the server asks; its JSON. Rejects where the user does not. */
export async function createPasskey(question: string): Promise<string> {
  const options: unknown = JSON.parse(question)
  if (!isCreation(options)) throw new TypeError('no question for a passkey')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return jsonOf(await navigator.credentials.create({ publicKey }))
}

/** Shows a passkey as the server asks; its JSON. Rejects where the user does not. */
export async function showPasskey(question: string): Promise<string> {
  const options: unknown = JSON.parse(question)
  if (!isRequest(options)) throw new TypeError('no question for a passkey')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return jsonOf(await navigator.credentials.get({ publicKey }))
}

function jsonOf(credential: Credential | null): string {
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError('no passkey')
  return JSON.stringify(credential.toJSON())
}

// The server of this page wrote them; the browser looks at the rest.

function isCreation(value: unknown): value is PublicKeyCredentialCreationOptionsJSON {
  return typeof value === 'object' && value !== null && 'challenge' in value && 'rp' in value
}

function isRequest(value: unknown): value is PublicKeyCredentialRequestOptionsJSON {
  return typeof value === 'object' && value !== null && 'challenge' in value
}
