import { connect, Socket } from 'node:net'
import type { Knex } from 'knex'
import {
  type ConnectionLimits,
  type DatabaseConnection,
  openKnex,
  type DatabaseTarget,
} from './connection.ts'
import { withDeadline } from '../../../plugin/concurrency/deadline.ts'

type Server = Extract<DatabaseTarget, { readonly url: string }>

// A server that hangs does not say good-bye: then the sockets are cut.
const closeMs = 1_000

/** MySQL, MariaDB or PostgreSQL. The sockets are ours, so that a silent server can be left at any moment. */
export function connectServer(target: Server, limits: ConnectionLimits): DatabaseConnection {
  const sockets = trackedSockets()
  const engine = target.dialect === 'mysql' ? mysql : postgres
  const knex = openKnex(engine.driver, {
    client: engine.driver,
    connection: engine.connection(target.url, limits, sockets),
    acquireConnectionTimeout: limits.acquireTimeoutMs,
    pool: { min: 0, max: 4, afterCreate: engine.afterCreate(limits) },
  })
  return {
    dialect: target.dialect,
    knex,
    isCurrent: () => Promise.resolve(true),
    cut: () => sockets.cut(),
    async close() {
      try {
        await withDeadline(knex.destroy(), closeMs)
      } catch {
        sockets.cut()
      }
    },
  }
}

type Sockets = ReturnType<typeof trackedSockets>

function trackedSockets() {
  const open = new Set<Socket>()
  return {
    add(socket: Socket) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      return socket
    },
    cut() {
      for (const socket of open) socket.destroy()
    },
  }
}

interface QueryConnection {
  query(sql: string, callback: (error: Error | null) => void): void
}

type AfterCreate = (
  connection: QueryConnection,
  done: (error: Error | null, connection: unknown) => void,
) => void

interface Engine {
  readonly driver: string
  connection(url: string, limits: ConnectionLimits, sockets: Sockets): Knex.StaticConnectionConfig
  /** Times are UTC; what a column cannot hold is refused, never cut off in silence. */
  afterCreate(limits: ConnectionLimits): AfterCreate
}

/** What mysql2 reports the maker of a socket. */
interface MysqlStream {
  readonly config: { readonly host: string; readonly port: number; readonly socketPath?: string }
}

const mysql: Engine = {
  driver: 'mysql2',
  connection: (uri, { acquireTimeoutMs }, sockets) => {
    const stream = ({ config: { host, port, socketPath } }: MysqlStream): Socket =>
      sockets.add(connect(socketPath === undefined ? { host, port } : { path: socketPath }))
    return { uri, connectTimeout: acquireTimeoutMs, stream }
  },
  afterCreate: ({ statementTimeoutMs }) => {
    const seconds = Math.max(1, Math.floor(statementTimeoutMs / 1_000))
    const sql = `SET time_zone = '+00:00', sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'),
      innodb_lock_wait_timeout = ${seconds}, lock_wait_timeout = ${seconds}`
    return (connection, done) => connection.query(sql, (error) => done(error, connection))
  },
}

const postgres: Engine = {
  driver: 'pg',
  connection: (connectionString, { acquireTimeoutMs, statementTimeoutMs }, sockets) => ({
    connectionString,
    connectionTimeoutMillis: acquireTimeoutMs,
    statement_timeout: statementTimeoutMs,
    stream: () => sockets.add(new Socket()),
  }),
  afterCreate: () => (connection, done) =>
    connection.query("SET TIME ZONE 'UTC'", (error) => done(error, connection)),
}
