import test from 'ava'
import { rawRequest, statusesOf } from '../../proxy/upstream/raw-request.ts'
import { startRecorder } from '../../proxy/upstream/recorder.ts'
import { startGate } from './gate-server.ts'

const APP = '/3rdparty/roundcube/index.php'

const forms: Readonly<Record<string, readonly string[]>> = {
  'a segment that is absent': [
    APP,
    '/3rdparty/roundcube/',
    '/3rdparty/roundcube',
    `/x${APP}`,
    `/1234567890${APP}`,
    '/3rdparty/roundcube/index.php?_task=mail',
  ],
  'a segment with too few or too many digits': [
    `/cpsess${APP}`,
    `/cpsess1${APP}`,
    `/cpsess123456789${APP}`,
    `/cpsess12345678901${APP}`,
    `/cpsess01234567890123456789${APP}`,
    `/cpsess12345678x0${APP}`,
    `/cpsess1234567890x${APP}`,
    `/cpsess-234567890${APP}`,
    `/cpsess+234567890${APP}`,
    `/cpsess1234_67890${APP}`,
    `/cpsess1.34567890${APP}`,
    `/cpsess0x12345678${APP}`,
    `/cpsess1e00000000${APP}`,
  ],
  'a segment in other letters': [
    `/CPSESS1234567890${APP}`,
    `/Cpsess1234567890${APP}`,
    `/cpsesS1234567890${APP}`,
    `/cpses1234567890${APP}`,
    `/cpsesss1234567890${APP}`,
    `/xcpsess1234567890${APP}`,
  ],
  'a segment that is doubled': [
    `/cpsess1234567890/cpsess1234567890${APP}`,
    `/cpsess1234567890/cpsess0987654321${APP}`,
    `/cpsess1234567890cpsess1234567890${APP}`,
    `/cpsess1234567890/x${APP}`,
    `/cpsess1234567890${APP}/cpsess1234567890${APP}`,
    `/cpsess1234567890/3rdparty/roundcube/3rdparty/roundcube/`,
  ],
  'a segment or path that is percent-encoded': [
    `/%63psess1234567890${APP}`,
    `/cpsess%31234567890${APP}`,
    `/cpsess123456789%30${APP}`,
    `/%2563psess1234567890${APP}`,
    '/cpsess1234567890/%33rdparty/roundcube/index.php',
    '/cpsess1234567890/3rdparty/%72oundcube/index.php',
    '/cpsess1234567890/3rdparty/roundcube/index%2ephp',
    '/cpsess1234567890%2f3rdparty/roundcube/index.php',
    '/cpsess1234567890%2F3rdparty%2Froundcube%2Findex.php',
    '/cpsess1234567890/3rdparty%2froundcube/index.php',
    '/cpsess1234567890/3rdparty%252froundcube/index.php',
    '/cpsess1234567890/3rdparty%5croundcube/index.php',
    '/cpsess1234567890/3rdparty/roundcube%00/index.php',
    '/cpsess1234567890/3rdparty/roundcube/index.php%00',
    '/cpsess1234567890/3rdparty/roundcube/index.php%0d%0aX:1',
    '/cpsess1234567890/3rdparty/roundcube%20/index.php',
    '/cpsess1234567890/3rdparty/roundcube/%zz',
    '/cpsess1234567890/3rdparty/roundcube/%',
  ],
  'a segment of digits outside ASCII': [
    `/cpsess%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5%D9%A6%D9%A7%D9%A8%D9%A9%D9%A0${APP}`,
    `/cpsess%EF%BC%91234567890${APP}`,
    `/cpsess123456789%EF%BC%90${APP}`,
    `/cpsess\u00b9234567890${APP}`,
    `/cpsess123456789\u00b2${APP}`,
    `/%EF%BD%83psess1234567890${APP}`,
    `/cpsess1234567890%E2%80%8B${APP}`,
    `/cpsess1234567890%C2%AD${APP}`,
  ],
  'dot segments': [
    `/cpsess1234567890/.${APP}`,
    `/cpsess1234567890/..${APP}`,
    `/x/../cpsess1234567890${APP}`,
    '/cpsess1234567890/3rdparty/roundcube/../roundcube/index.php',
    '/cpsess1234567890/3rdparty/roundcube/./index.php',
    '/cpsess1234567890/3rdparty/roundcube/..',
    '/cpsess1234567890/3rdparty/roundcube/%2e%2e/x',
    '/cpsess1234567890/3rdparty/roundcube/.%2e/x',
    '/cpsess1234567890/3rdparty/roundcube/%252e%252e/x',
    '/cpsess1234567890/3rdparty/roundcube/..;/x',
    '/cpsess1234567890/3rdparty/roundcube/postern/../index.php',
    '/cpsess1234567890/3rdparty/roundcube./index.php',
    '/cpsess1234567890./3rdparty/roundcube/index.php',
  ],
  'doubled slashes and backslashes': [
    `//cpsess1234567890${APP}`,
    `/cpsess1234567890/${APP}`,
    '/cpsess1234567890/3rdparty//roundcube/index.php',
    '/cpsess1234567890/3rdparty/roundcube//index.php',
    `//evil.test/cpsess1234567890${APP}`,
    `/\\cpsess1234567890${APP}`,
    `\\cpsess1234567890${APP}`,
    '/cpsess1234567890\\3rdparty\\roundcube\\index.php',
    '/cpsess1234567890/3rdparty\\roundcube/index.php',
  ],
  'a path that only resembles the script': [
    '/cpsess1234567890/3rdparty/roundcube',
    '/cpsess1234567890/3rdparty/ROUNDCUBE/index.php',
    '/cpsess1234567890/3RDPARTY/roundcube/index.php',
    '/cpsess1234567890/3rdparty/roundcube/INDEX.PHP',
    '/cpsess1234567890/3rdparty/roundcube/index.php/x',
    '/cpsess1234567890/3rdparty/roundcube/index.php/',
    '/cpsess1234567890/3rdparty/roundcube/index.php.',
    '/cpsess1234567890/3rdparty/roundcube/index.php;x',
    '/cpsess1234567890;x=1/3rdparty/roundcube/index.php',
    '/cpsess1234567890/3rdparty;x/roundcube/index.php',
    '/cpsess1234567890/3rdparty/roundcube;x/index.php',
    `/cpsess1234567890${APP}#x`,
    `http://panel.test/cpsess1234567890${APP}`,
    `panel.test/cpsess1234567890${APP}`,
    `cpsess1234567890${APP}`,
  ],
}

for (const [fact, targets] of Object.entries(forms)) {
  test(`${fact} reaches neither a handler nor an upstream`, async (t) => {
    const panel = await startRecorder(t)
    const gate = await startGate(t, panel.url)

    for (const target of targets) {
      const response = await rawRequest(
        gate.url,
        `GET ${target} HTTP/1.1\r\nHost: panel.test\r\nConnection: close\r\n\r\n`,
      )

      const [status = 0] = statusesOf(response)
      t.true(status === 400 || status === 401, `${target} was answered ${status}`)
    }

    t.deepEqual(gate.handled, [])
    t.deepEqual(panel.requests, [])
  })
}

test('at least 60 malformed forms are tried', (t) => {
  t.true(Object.values(forms).flat().length >= 60)
})

test('the well-formed path reaches the handler, with its leading zero', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    `GET /cpsess0228251236${APP}?_task=mail HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  )

  t.deepEqual(gate.handled, [`/cpsess0228251236${APP}?_task=mail`])
  t.deepEqual(panel.requests, [])
})
