// By the entrance of the store that programs without a database have: one text of both for all of them.
export { systemErrorCode, unlessMissing } from '../../store/seal/index.ts'
