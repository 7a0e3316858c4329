import { createServer } from 'node:http'
import test from 'ava'
import { request } from 'undici'
import { checkOrigin } from '../../../plugin/gate/cross-site.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { listen } from '../../proxy/upstream/recorder.ts'

const HOST = 'mail.test:2095'

interface Row {
  readonly fact: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path?: string
  readonly headers: Readonly<Record<string, string>>
  readonly expected: 'own' | 'panel-entry' | 'origin_refused'
}

const rows: readonly Row[] = [
  {
    fact: 'a POST of the same origin',
    headers: { 'sec-fetch-site': 'same-origin', origin: `http://${HOST}` },
    expected: 'own',
  },
  { fact: 'a POST the person made', headers: { 'sec-fetch-site': 'none' }, expected: 'own' },
  {
    fact: 'a POST of another site',
    headers: { 'sec-fetch-site': 'cross-site' },
    expected: 'origin_refused',
  },
  {
    fact: 'a POST of another site that names our origin',
    headers: { 'sec-fetch-site': 'cross-site', origin: `http://${HOST}` },
    expected: 'origin_refused',
  },
  {
    fact: 'a POST of a neighbour',
    headers: { 'sec-fetch-site': 'same-site' },
    expected: 'origin_refused',
  },
  {
    fact: 'an unknown Sec-Fetch-Site',
    headers: { 'sec-fetch-site': 'evil' },
    expected: 'origin_refused',
  },
  {
    fact: "the panel's sign-in on another port",
    path: '/?login=1&post_login=3837540636687',
    headers: { 'sec-fetch-site': 'same-site', origin: 'http://mail.test:2096' },
    expected: 'panel-entry',
  },
  {
    fact: "the panel's sign-in on another port, by an old browser",
    path: '/?login=1&post_login=3837540636687',
    headers: { origin: 'http://mail.test:2096' },
    expected: 'panel-entry',
  },
  {
    fact: "the panel's sign-in from a page that tells no origin",
    path: '/?login=1&post_login=3837540636687',
    headers: { origin: 'null' },
    expected: 'panel-entry',
  },
  {
    fact: "a neighbour's POST on the sign-in address",
    path: '/?login=1&post_login=3837540636687',
    headers: { 'sec-fetch-site': 'same-site', origin: 'http://evil.mail.test:2095' },
    expected: 'panel-entry',
  },
  {
    fact: 'a POST of a neighbour on an address that only resembles it',
    path: '/?login=1&post_login=x',
    headers: { 'sec-fetch-site': 'same-site', origin: 'http://mail.test:2096' },
    expected: 'origin_refused',
  },
  {
    fact: "another host's POST on the sign-in address, by an old browser",
    path: '/?login=1&post_login=3837540636687',
    headers: { origin: 'http://evil.test' },
    expected: 'origin_refused',
  },
  {
    fact: "another site's POST on the sign-in address",
    path: '/?login=1&post_login=3837540636687',
    headers: { 'sec-fetch-site': 'cross-site' },
    expected: 'origin_refused',
  },
  {
    fact: 'a POST that hides its origin',
    headers: { origin: 'null' },
    expected: 'origin_refused',
  },
  { fact: 'a POST without either header', headers: {}, expected: 'own' },
  { fact: 'an old browser on our page', headers: { origin: `http://${HOST}` }, expected: 'own' },
  {
    fact: 'an old browser on our page behind TLS',
    headers: { origin: `https://${HOST}` },
    expected: 'own',
  },
  {
    fact: 'an old browser on another page',
    headers: { origin: 'http://evil.test' },
    expected: 'origin_refused',
  },
  {
    fact: 'an old browser on another port',
    headers: { origin: 'http://mail.test:8080' },
    expected: 'origin_refused',
  },
  {
    fact: 'an origin that only begins like ours',
    headers: { origin: `http://${HOST}.evil.test` },
    expected: 'origin_refused',
  },
  {
    fact: 'an origin that is no URL',
    headers: { origin: 'mail.test' },
    expected: 'origin_refused',
  },
  {
    fact: 'a PUT of another site',
    method: 'PUT',
    headers: { 'sec-fetch-site': 'cross-site' },
    expected: 'origin_refused',
  },
  {
    fact: 'a GET of another site',
    method: 'GET',
    headers: { 'sec-fetch-site': 'cross-site' },
    expected: 'own',
  },
]

for (const { fact, method = 'POST', path = '/', headers, expected } of rows) {
  test(`${fact}: ${expected}`, async (t) => {
    const url = await startOriginCheck(t)

    const response = await request(`${url}${path}`, { method, headers: { host: HOST, ...headers } })

    t.is(await response.body.text(), expected)
  })
}

function startOriginCheck(t: Teardown): Promise<string> {
  const server = createServer((req, res) => {
    try {
      res.end(checkOrigin(req))
    } catch (error) {
      res.end(error instanceof Refusal ? error.code : String(error))
    }
  })
  return listen(t, server)
}
