export { contactsTr as contacts } from '../contacts/tr.ts'
export { settingsTr as settings } from '../settings/tr.ts'
