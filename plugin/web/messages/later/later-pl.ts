export { contactsPl as contacts } from '../contacts/pl.ts'
export { mailPl as mail } from '../mail/pl.ts'
export { settingsPl as settings } from '../settings/pl.ts'
