import { formatBytes, formatCount, pluralsOf } from '../locale.ts'
import type { MailCatalogue } from './en.ts'

const plural = pluralsOf('tr', ['other'])

/** The texts of later views of mail in Turkish. */
export const mailTr: MailCatalogue = {
  markAllRead: 'Tümünü okundu olarak işaretle',
  emptyFolderAsk: (name, messages, folders) =>
    `${name} içindeki ${contents(messages, folders)} kalıcı olarak silinsin mi?`,
  emptyFolderConfirm: 'Tümünü sil',
  emptyToTrashAsk: (name, messages) =>
    `${name} içindeki ${contents(messages, 0)} çöp kutusuna taşınsın mı?`,
  newFolderIn: (name) => `${name} içinde yeni klasör`,
  folderNameField: 'Ad',
  folderParent: 'İçinde',
  folderTop: '(en üst düzey)',
  deleteFolderAsk: (name, messages, folders) =>
    `${name}, ${contents(messages, folders)} ile birlikte silinecek.`,
  hideFolder: 'Bu listede gizle',
  chooseFoldersNote: 'Gizlenen klasör iletilerini korur.',
  noOwnFolders: 'Henüz kendi klasörünüz yok.',
  useAs: 'Şu amaçla kullan',
  ordinaryFolder: 'Sıradan klasör',
  quoteCut:
    'Bu ileti çok uzun: burada yalnızca başı var. Tamamını göndermek için ek olarak iletin.',
  findFolder: 'Klasör bul',
  goToFolder: 'Klasöre git',
  saveAttachments: 'Tüm ekleri kaydet (.zip)',
  noIdentity: 'Kimin yazdığını seçin',
  askReceipt: 'Okundu bilgisi iste',
  noOwnAddress: (user) =>
    `Buradan bir şey gönderilemez: ${user} için posta alan adı yok. Yöneticinize danışın. Taslaklar korunur.`,
  sentButNotFiled: 'İleti gönderildi. Gönderilmiş klasörüne kopyası kaydedilemedi.',
  sentCopyPending: 'İleti gönderildi. Kopyası henüz Gönderilmiş klasöründe değil.',
  saveDraft: 'Taslağı kaydet',
  draftSaved: 'Taslak kaydedildi',
  draftsKept:
    'Bu posta kutusunda taslaklar silinemiyor, bu yüzden artık kendiliğinden kaydedilmiyor. Taslağı kaydet bir sürüm daha saklar; metniniz bu sekmede kalır.',
  sentDraftLeft:
    'İleti gönderildi. Taslağı Taslaklar klasöründe kalıyor: posta sunucusu orada silmeye izin vermiyor.',
  savedAt: (time) => `Kaydedildi: ${time}`,
  draftRestored: 'Gönderilmemiş iletiniz geri geldi. Dosyaları varsa yeniden ekleyin.',
  discard: 'Taslağı sil',
  discarded: 'Taslak silindi',
  originalBelow: 'İletilen ileti özgün görünümüyle aşağıda',
  originalAsText: 'Metin olarak düzenle',
  removeOriginal: 'Kaldır',
  addCc: 'Bilgi, Gizli',
  suggestions: 'Önerilen alıcılar',
  attachLimit: (used, max) => `${formatBytes(used)} / ${formatBytes(max)}`,
  uploading: 'Dosyalar yükleniyor',
  uploadStopped: 'Yükleme durduruldu. Dosyalar hâlâ burada.',
  removeAttachment: (name) => `${name} öğesini kaldır`,
  tooLarge: (max) => `Eklerin toplamı ${formatBytes(max)} sınırını aşıyor.`,
  noRecipient: 'En az bir alıcı ekleyin.',
  finishDraftFirst: 'Önce açık iletiyi gönderin, kaydedin veya silin.',
  sendAfterOutage:
    'Sunucu yeniden yanıt veriyor. Bu iletiyi göndermek için Gönder düğmesine bir kez daha basın.',
  sendQuestions: {
    attachment: 'Bir ekten söz ediyorsunuz, ama ek yok.',
    uncertain:
      'Bu ileti teslim edilmiş olabilir: bağlantı, posta sunucusu yanıt vermeden kesildi. Alıcılara sorun veya yeniden gönderin; almış olanlar iki kez görebilir.',
    changed: 'Bu ileti, siz değiştirmeden önceki hâliyle gönderildi.',
  },
  sendAnyway: {
    attachment: 'Yine de gönder',
    uncertain: 'Yeniden gönder',
    changed: 'Yeni ileti olarak gönder',
  },
  attachmentWords: ['ekte', 'ekteki', 'ekli', 'ek olarak', 'ilişikte', 'attach'],
  sendKeys: 'Ctrl+Enter',
  keyboardHelp: 'Klavye kısayolları',
  keyNext: 'Sonraki ileti',
  keyPrevious: 'Önceki ileti',
  keyOpen: 'İletiyi aç',
  keySelect: 'İletiyi seç',
  keySearch: 'Ara',
  keyEscape: 'Geri dön veya seçimi kaldır',
  keyHelp: 'Bu yardım',
  keySelectAll: 'Listedeki tüm iletileri seç',
  keyUndo: 'Son işlemi geri al',
  keyCloseComposer: 'Yeni iletide: kapat ve taslağı koru',
  keyTenDown: 'On ileti aşağı',
  keyTenUp: 'On ileti yukarı',
  keyFirst: 'İlk ileti',
  keyLast: 'Son ileti',
}

/** What is in a folder: messages, and folders where there are any. */
function contents(messages: number, folders: number): string {
  if (folders === 0) return countedMessages(messages)
  const counted = plural(folders, `${formatCount(folders)} klasör`)
  return `${countedMessages(messages)} ve ${counted}`
}

function countedMessages(count: number): string {
  return plural(count, `${formatCount(count)} ileti`)
}
