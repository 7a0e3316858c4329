import { z } from 'zod'
import { jsonOf } from '../../config/corrupt-file.ts'

/** A line of the operational log with a request id: that of plugin/metrics/request-observer.ts, or one of the audit. */
const explainedRequest = z.object({
  time: z.iso.datetime(),
  msg: z.string(),
  requestId: z.string(),
  action: z.string().optional(),
  user: z.string().optional(),
  ip: z.string().optional(),
  ms: z.number().optional(),
  phases: z.record(z.string(), z.number()).optional(),
  refusal: z.string().optional(),
  /** What the webmail behind Postern answered, where the request was passed on. */
  webmailStatus: z.number().optional(),
  what: z.string().optional(),
  setting: z.string().optional(),
  advice: z.string().optional(),
  /** What happened and how it ended, where it is a line of the sign-in audit (plugin/log/audit-log.ts). */
  audit: z.string().optional(),
  result: z.string().optional(),
})

export type ExplainedRequest = z.output<typeof explainedRequest>

/** A warning of the process that belongs to no request. */
const processWarning = z.object({
  time: z.iso.datetime(),
  level: z.enum(['warn', 'error', 'fatal']),
  msg: z.string(),
  requestId: z.undefined().optional(),
})

/** All that is known of one request id. */
export interface Evidence {
  /** Lines of the error log with the id, as they are. */
  readonly errorLines: readonly string[]
  /** Lines of the operational log with the id. */
  readonly explained: readonly ExplainedRequest[]
  /** Lines of both logs that belong to no request, at the time of this one. */
  readonly atThatTime: readonly string[]
  /** Unix ms; undefined when nothing was found. */
  readonly at: number | undefined
}

/** Takes lines in any order and answers what they say of one request. */
export interface EvidenceCollector {
  errorLine(line: string): void
  operationalLine(line: string): void
  found(): Evidence
}

interface TimedLine {
  readonly line: string
  readonly at: number
}

/** What is stored of lines that may be of the time of the request: the newest. */
const MAX_PROCESS_LINES = 5_000
const MAX_LINES = 200
/** How far from the request a line of the process still belongs to it. */
const NEAR_MS = 10_000

/** Creates a collector. `zone` is that of the error log, an IANA name. */
export function createEvidenceCollector(requestId: string, zone: string): EvidenceCollector {
  const errorLines: string[] = []
  const explained: ExplainedRequest[] = []
  const warnings: TimedLine[] = []
  /** Their times are of the zone, as if it were UTC. */
  const formB: TimedLine[] = []

  const keep = (lines: TimedLine[], line: TimedLine): void => {
    lines.push(line)
    if (lines.length > MAX_PROCESS_LINES) lines.shift()
  }

  return {
    errorLine(line) {
      const form = readForm(line)
      if (form === undefined) return
      if (form.requestId === undefined) keep(formB, { line, at: form.at })
      else if (form.requestId === requestId && errorLines.length < MAX_LINES) errorLines.push(line)
    },
    operationalLine(line) {
      const isOfRequest = line.includes(`"${requestId}"`)
      if (!isOfRequest && !/"level":"(warn|error|fatal)"/.test(line)) return
      const value = jsonOf(line)
      const ofRequest = explainedRequest.safeParse(value)
      if (ofRequest.success && ofRequest.data.requestId === requestId) {
        if (explained.length < MAX_LINES) explained.push(ofRequest.data)
        return
      }
      const ofProcess = processWarning.safeParse(value)
      if (!ofProcess.success) return
      keep(warnings, { line, at: Date.parse(ofProcess.data.time) })
    },
    found() {
      const at = timeOf(errorLines, explained)
      if (at === undefined) return { errorLines, explained, atThatTime: [], at }
      const local = localTime(at, zone)
      const near = [
        ...warnings.filter((line) => Math.abs(line.at - at) <= NEAR_MS),
        ...formB.filter((line) => Math.abs(line.at - local) <= NEAR_MS),
      ]
      const atThatTime = near.slice(-MAX_LINES).map(({ line }) => line)
      return { errorLines, explained, atThatTime, at }
    },
  }
}

function timeOf(
  errorLines: readonly string[],
  explained: readonly ExplainedRequest[],
): number | undefined {
  const [first] = explained
  if (first !== undefined) return Date.parse(first.time)
  const form = errorLines[0] === undefined ? undefined : readForm(errorLines[0])
  return form === undefined ? undefined : form.at - form.offsetMs
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const FORM =
  /^\[(\d\d)-([A-Z][a-z]{2})-(\d{4}) (\d\d):(\d\d):(\d\d) ([^\]]{1,64})\](?:: <?([0-9a-f]{8})>? )?/

/** Date, offset and request id of a line (specification 7); `at` is its local time, as if that were UTC. */
function readForm(line: string) {
  const match = FORM.exec(line)
  if (match === null) return undefined
  const [, day, month = '', year, hours, minutes, seconds, zone = '', requestId] = match
  const date = [Number(year), MONTHS.indexOf(month), Number(day)] as const
  const at = Date.UTC(...date, Number(hours), Number(minutes), Number(seconds))
  return { at, offsetMs: offsetOf(zone), requestId }
}

/** `+0530` in ms; 0 for a named zone. */
function offsetOf(zone: string): number {
  const match = /^([+-])(\d\d)(\d\d)$/.exec(zone)
  if (match === null) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}

/** The clock of a zone at that moment, as if it were UTC. */
function localTime(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}
