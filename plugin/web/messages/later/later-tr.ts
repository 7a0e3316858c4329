export { contactsTr as contacts } from '../contacts/tr.ts'
export { mailTr as mail } from '../mail/tr.ts'
export { settingsTr as settings } from '../settings/tr.ts'
