import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import { cookieHeader, type WebmailClient } from './webmail-client.ts'

/** Uploads a file of contacts as our page does, to the script at `base`. Resolves to the report; throws what else was answered. */
export async function importContacts(
  base: string,
  client: WebmailClient,
  file: Blob,
): Promise<string> {
  const body = new FormData()
  body.append('_files[]', file, 'people.vcf')
  const headers = {
    accept: NATIVE_TYPE,
    'x-roundcube-request': client.token(),
    cookie: cookieHeader(client.cookies),
  }
  const url = base + actionAddress('import-contacts', {})
  const response = await fetch(url, { method: 'POST', body, headers })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`import-contacts answered ${response.status}: ${text}`)
  return text
}
