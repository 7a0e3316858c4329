// What the page needs after the first list, as one chunk: each further one would cut what they share with the page into
// more files, which compress worse than they save (test/plugin/web/weight.test.ts).
export { createComposerPart } from './composer-part.tsx'
export { offerPasskey } from './passkey-step.ts'
export { ContactsDialog } from './contacts-part.tsx'
export { SettingsDialog } from './settings-part.tsx'
export { QuestionDialog } from './views/dialog/dialog.tsx'
export { HelpDialog } from './views/dialog/help.tsx'
export { GoToDialog, MoveDialog } from './views/dialog/folder-picker.tsx'
export { PaneBorders } from './views/frame/pane-borders.tsx'
export { RowMenu } from './views/list/row-menu.tsx'
export { MessageMenu } from './views/message/menu.tsx'
export { FolderDialog } from './views/folders/dialog.tsx'
