// What others may know of the store. Everything else in here is its own business.
export { backUp, type TableCount } from './backup/back-up.ts'
export { openBackup, type BackupReader } from './backup/open-backup.ts'
export { BackupFault } from './backup/fault.ts'
export { filesOf, type BackupFile } from './backup/files.ts'
export { restoreBackup } from './backup/restore.ts'
export { examineUnwritten } from './backup/unwritten.ts'
export type { Count, Counters, Reservation } from './cluster/counters.ts'
export { parseDatabaseUrl } from './database/connection/connection.ts'
export { databaseErrorReport, type DatabaseErrorReport } from './database/error-report.ts'
export { countWaiting, examineDatabase, examineSqlite } from './database/examine.ts'
export { inspectDatabase } from './database/schema/inspect.ts'
export { removeTables } from './database/schema/remove.ts'
export type { RoundcubeLogin } from './database/last-logins.ts'
export type { Documents } from './document/documents.ts'
export type { StoredDocument } from './record/document.ts'
export { MissingDriver, StoreUnavailable, unlessAway } from './fault/unavailable.ts'
export { filesOpenToOthers, makePrivateDirectory } from './file/private-file.ts'
export type { StoreObserver } from './observer/observer.ts'
export { defaultStoreLimits, type StoreLimits } from './limits.ts'
export { openStore } from './open-store.ts'
export type { Store, StoreHealth } from './store.ts'
export { PhpFormatError, type PhpValue, type SessionVariables } from './php/format.ts'
export { readNamedVariables, withNamedVariables } from './php/named-variables.ts'
export { joinVariables, variableNames, variableValues } from './php/variable-names.ts'
export type { RequestOrigin } from './record/request-origin.ts'
export type { ForeignSession, ForeignSessions, MovedSessions } from './record/foreign-session.ts'
export type { SessionRecord, SessionStore } from './record/session.ts'
export type { Users, UserSignIn } from './record/user.ts'
export {
  PersonalRefused,
  type DocumentOwner,
  type OwnedDocument,
  type PersonalDocument,
  type PersonalDocuments,
  type PersonalRewrite,
  type PersonalSave,
  type RemovedDocument,
} from './personal/personal.ts'
export { type PersonalChange, personalOwner } from './record/personal.ts'
export { examineRedis, type RedisExamination } from './redis/probe.ts'
export { addKey, examineKeys, removeKey, removeOldKeys, type KeyRing } from './seal/keys.ts'
export { createRoundcubeCipher, type RoundcubeCipher } from './seal/roundcube-cipher.ts'
export { SealBroken, createSeal, type Seal, type SealOwner } from './seal/seal.ts'
export type { ScannedSession, SessionScan } from './session/scan.ts'
export {
  readSerialized,
  readSerializedEntries,
  splitSerialized,
  type SerializedParts,
} from './php/serialized.ts'
export { RoundcubeFault } from './roundcube/fault.ts'
export { openSessionStorage } from './roundcube/session-storage/open-storage.ts'
export {
  SESSION_ID,
  SessionStorageFault,
  type FileOwner,
  type MemcachedHost,
  type SessionStorage,
  type SessionStorageTarget,
  type StoredSession,
} from './roundcube/session-storage/storage.ts'
export { formatSessionValue, parseSessionValue } from './roundcube/session-value.ts'
export type {
  RoundcubeCollected,
  RoundcubeContact,
  RoundcubeData,
  RoundcubeIdentity,
  RoundcubeUser,
  RoundcubeResponse,
} from './roundcube/user.ts'
export { openRoundcube, type RoundcubeSource } from './roundcube/source.ts'
