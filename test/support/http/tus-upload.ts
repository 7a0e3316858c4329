import { Upload } from 'tus-js-client'
import { cookieHeader, type WebmailClient } from './webmail-client.ts'

/** Where files are uploaded, below the address of the script. */
export const UPLOADS = '?_task=mail&_action=uploads'

/** What a client that is signed in names itself by. */
export function uploadHeaders(client: WebmailClient): Readonly<Record<string, string>> {
  return {
    cookie: cookieHeader(client.cookies),
    'x-roundcube-request': client.token(),
    'tus-resumable': '1.0.0',
  }
}

/** Uploads a file with the client of the tus project, which comes back after each break of the line; its id. */
export async function uploadByTus(
  client: WebmailClient,
  {
    base,
    content,
    name,
  }: { readonly base: string; readonly content: Buffer; readonly name: string },
): Promise<string> {
  const { cookie = '', 'x-roundcube-request': token = '' } = uploadHeaders(client)
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: base + UPLOADS,
      headers: { cookie, 'x-roundcube-request': token },
      metadata: { filename: name, filetype: 'application/pdf' },
      retryDelays: Array.from({ length: 20 }, () => 20),
      // As after a broken line, and not as after a refusal.
      onShouldRetry: () => true,
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
    })
    upload.start()
  })
  return new URL(url).searchParams.get('_upload') ?? ''
}
