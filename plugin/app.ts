import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type Koa from 'koa'
import type { Context } from 'koa'
import { databaseErrorReport } from '../store/index.ts'
import type { DatabaseErrorLog } from './log/database-error-log.ts'
import {
  limitSilence,
  limitUnreadBody,
  startRequestDeadline,
  type RequestsUnderWay,
} from './http/request-deadline.ts'
import { mustEndConnection } from './gate/framing-guard.ts'
import { parseQuery } from './gate/location.ts'
import { securityHeaders } from './gate/cross-site.ts'
import { failureOf } from './response/failure.ts'
import { handleRequest } from './handle-request.ts'
import type { RequestServices } from './request/services.ts'
import type { ErrorLog } from './log/error-log.ts'
import type { OperationalLog } from './log/operational-log.ts'
import { asOrigin, pathInLog } from './log/request-name.ts'
import type { RequestObserver } from './metrics/request-observer.ts'
import type { Refusal, RefusalCode } from './http/refusal.ts'
import { respond, respondFailure } from './response/respond.ts'
import type { Client, RequestContext } from './request/trusted-request.ts'
import { dialectOf } from './wire/dialect.ts'

interface AppServices {
  readonly requestServices: RequestServices
  readonly errorLog: ErrorLog
  readonly databaseErrors: DatabaseErrorLog
  readonly log: OperationalLog
  readonly observer: RequestObserver
  readonly underWay: RequestsUnderWay
}

/** What a request ends with when its client went away. */
const stopCodes: ReadonlySet<RefusalCode> = new Set(['timed_out', 'mail_timeout'])

/** Lays the thin onion around the way of a request: security headers, errors, time limit. */
export function layApp(app: Koa, services: AppServices): void {
  app.on('error', (error: unknown) => {
    // Koa reports what happens after the response has started, mostly a client that went away.
    services.log.debug({ err: error }, 'answer cut short')
  })
  app.use(securityHeaders())
  app.use(requestHandler(services))
}

function requestHandler(services: AppServices) {
  const { requestServices, errorLog, databaseErrors, log, observer, underWay } = services

  return async function handleOneRequest(ctx: Context): Promise<void> {
    const { limits } = requestServices
    const deadline = startRequestDeadline(limits)
    const requestId = newRequestId()
    const { method, url } = ctx
    const query = parseQuery(url)
    const inQuery = { get: (name: string) => query.get(name) ?? undefined }
    const client: Client = { dialect: dialectOf(ctx.get('accept'), inQuery, './') }
    const context: RequestContext = {
      clientIp: requestServices.proxies.clientIp(ctx.req),
      requestId,
      name: {
        requestId,
        method,
        // Most requests are never named.
        get pathAndQuery() {
          return pathInLog({ method, url, query, posted: client.posted })
        },
      },
      query,
      client,
      signal: deadline.signal,
      receive: deadline.receive,
      allow: deadline.allow,
      trace: observer.start(),
    }
    let refusal: Refusal | undefined
    ctx.request.ip = context.clientIp
    limitUnreadBody(ctx, limits.requestMs)
    ctx.res.once('close', () => {
      // Nothing is left to stop behind a finished answer, and an AbortError with its stack is not free.
      if (!ctx.res.writableFinished) deadline.abort()
    })
    try {
      const work = handleRequest(ctx, context, requestServices)
      const response = await underWay.finish(work, () => !ctx.res.headersSent)
      if (response !== undefined) {
        // Events have no end; a client that does not read them is noticed by what piles up.
        if (response.kind !== 'events') limitSilence(ctx, limits.silenceMs)
        await respond(ctx, response, client.dialect, requestServices)
      }
    } catch (error) {
      const username = client.signsInTo ?? client.owner?.username ?? ''
      const failure = failureOf(error, context.clientIp, username)
      const { name } = context
      refusal = failure.refusal
      if (refusal.code === 'shutting_down') {
        // What still runs for it has no one left to answer; of an upstream nothing came yet.
        deadline.abort()
        ctx.respond = true
      }
      // A client that left gets no response, and what was stopped for it is no failure.
      const isUnseen = ctx.res.closed && stopCodes.has(refusal.code) && !failure.isAttempt
      if (failure.logged !== undefined && !isUnseen) {
        errorLog.formA({ ...failure.logged, ...asOrigin(name) })
      }
      if (failure.storeFault !== undefined) {
        databaseErrors.refused(databaseErrorReport(failure.storeFault, asOrigin(name)))
      }
      if (failure.isUnexpected) log.error({ err: error, requestId }, 'unexpected failure')
      limitSilence(ctx, limits.silenceMs)
      // What did not come in time is not waited for.
      const isUnfinished = deadline.signal.aborted && !ctx.req.complete
      if (isUnfinished || mustEndConnection(ctx.req)) ctx.set('Connection', 'close')
      await respondFailure(ctx, failure, context, requestServices)
    } finally {
      deadline.stop()
      // A response of an upstream has been sent when it comes back here.
      const isClientDisconnected = ctx.res.closed && !ctx.res.writableFinished
      observer.finished({ ...context, refusal, isClientDisconnected })
    }
  }
}

/** Koa answers its own errors; a request that even that fails for ends, and nothing else does. */
export function listenerOf(app: Koa, log: OperationalLog): RequestListener {
  const handle = app.callback()
  return (req, res) => {
    handle(req, res).catch((err: unknown) => {
      log.error({ err }, 'a request failed unexpectedly')
      res.destroy()
    })
  }
}

/**
 * Eight lower-case hexadecimal digits that tie the lines of one request together (spec 7). Always
 * random: Roundcube prints a part of the session id here, and so a part of a secret. The first digits of
 * a version 4 UUID are all random (RFC 9562 5.4), and Node makes UUIDs from random bytes kept in store.
 */
export function newRequestId(newUuid: () => string = randomUUID): string {
  return newUuid().slice(0, 8)
}
