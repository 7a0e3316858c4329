export { contactsPtBr as contacts } from '../contacts/pt-br.ts'
export { mailPtBr as mail } from '../mail/pt-br.ts'
export { settingsPtBr as settings } from '../settings/pt-br.ts'
