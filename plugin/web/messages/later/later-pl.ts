export { contactsPl as contacts } from '../contacts/pl.ts'
export { settingsPl as settings } from '../settings/pl.ts'
