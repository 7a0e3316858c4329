import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in Turkish. */
export const tr: TranslatedWords = {
  signIn: {
    title: (productName) => `Oturum aç - ${productName}`,
    address: 'E-posta adresi',
    password: 'Parola',
    submit: 'Oturum aç',
    mailAway: 'Posta sunucusu şu an yanıt vermiyor. Biraz bekleyip yeniden deneyin.',
    mailBusy: 'Posta sunucusu meşgul. Biraz bekleyip yeniden deneyin.',
    mailSlow: 'Posta sunucusunun yanıtı gecikiyor. Lütfen bekleyin.',
    code: 'Kod',
    codeNote: 'Uygulamanızın gösterdiği kod ya da kurtarma kodlarınızdan biri.',
    passkey: 'Geçiş anahtarı kullan',
    passkeyNote: 'Geçiş anahtarınızla onaylayın: parmak izi, yüz, PIN ya da güvenlik anahtarı.',
    passkeyFailed: 'Geçiş anahtarı kullanılmadı. Yeniden deneyin.',
    otherAccount: 'Başka bir hesapla giriş yap',
    help: 'Yardım',
    privacy: 'Gizlilik',
    legalNotice: 'Yasal bilgiler',
    reference: (requestId) => `Başvuru: ${requestId}`,
  },
  secondStep: {
    title: 'İki aşamalı doğrulama',
    required:
      'Burada giriş, parolanın yanında telefonunuzdaki bir uygulamanın kodunu da ister. Şimdi kurun.',
    scan: 'Bu resmi bir kod uygulamasıyla (kimlik doğrulayıcı) tarayın ya da anahtarı uygulamaya yazın. Sonra gösterdiği kodu girin.',
    key: 'Anahtar',
    confirm: 'Aç',
    recoveryCodes: 'Kurtarma kodları',
    recoveryNote:
      'Her biri uygulama olmadan bir kez giriş yapmanızı sağlar. Şimdi yazın: kimse onları yeniden gösteremez.',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    download: 'İndir',
    print: 'Yazdır',
    recoveryKept: 'Onları kaydettim',
  },
  signedOut: {
    title: 'Oturum kapatıldı',
    note: 'Denetim masasında oturumunuz hâlâ açık. Bu bilgisayarı başkaları da kullanıyorsa oradaki oturumu da kapatın.',
    again: 'Yeniden oturum aç',
  },
  errorPage: {
    tryAgain: (seconds) => `Lütfen ${seconds} sn sonra yeniden deneyin.`,
    toPanel: 'Denetim masasına git',
    note: (status, requestId) => `Hata ${status}, istek ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) =>
      `${productName}, postanızı göstermek için JavaScript gerektirir.`,
  },
  frame: {
    tooHeavy:
      'Bu ileti özgün görünümüyle gösterilemeyecek kadar ağır. Bu, düz metnidir; kaynağı tamamını içerir.',
  },
  archive: {
    fileName: 'dahil-degil.txt',
    leftOut: (parts) =>
      `Bu iletinin bu arşivde olmayan parçaları: ${parts.toLocaleString('tr')}. Tamamı için iletiyi kaydedin.`,
  },
  receipt: {
    subject: (subject) => `Okundu: ${subject}`,
    text: (reader, subject) =>
      `${reader} adresine gönderdiğiniz “${subject}” iletisi görüntülendi.\n\nBu, iletinin okunduğu veya anlaşıldığı anlamına gelmez.\n`,
  },
  quote: {
    wrote: (date, name) => `${date} tarihinde ${name} yazdı:`,
    cut: 'İleti çok uzun; kalanı alıntılanmadı',
    unknownDate: 'bilinmeyen bir tarih',
    original: 'Özgün ileti',
    subject: 'Konu',
    date: 'Tarih',
    from: 'Kimden',
    to: 'Kime',
    cc: 'Bilgi',
  },
  refusals: {
    framing_ambiguous: 'İstek bozuktu ve işlenmedi.',
    headers_too_many: 'İstekte kabul edilenden fazla başlık vardı.',
    path_refused: 'Bu adres geçerli değil.',
    host_refused: 'İstek birden fazla sunucu adı içeriyordu.',
    not_found: 'Bu adreste bir şey yok.',
    method_not_allowed: 'Bu adres bu tür istekleri kabul etmiyor.',
    body_too_large: 'Gönderdiğiniz çok büyük.',
    body_malformed: 'İstek okunamadı.',
    segment_missing: 'Web postayı denetim masanızdan açın.',
    segment_malformed: 'Web postayı denetim masanızdan açın.',
    segment_mismatch:
      'Bu sayfa başka bir denetim masası oturumuna ait. Web postayı denetim masanızdan yeniden açın.',
    cookie_missing: 'Önce denetim masanızda oturum açın.',
    cookie_malformed: 'Önce denetim masanızda oturum açın.',
    session_unknown: 'Denetim masası oturumunuz sona erdi. Orada yeniden oturum açın.',
    signature_unknown:
      'Denetim masanız ve bu web posta birbirini tanımıyor. Lütfen yöneticiye bildirin.',
    session_preauth: 'Önce denetim masanızda oturum açmayı tamamlayın.',
    session_expired: 'Denetim masası oturumunuz sona erdi. Orada yeniden oturum açın.',
    ip_changed: 'IP adresiniz değişti. Lütfen yeniden oturum açın.',
    tfa_required: 'Denetim masanızda oturum açmanın ikinci adımını tamamlayın.',
    not_a_mailbox: 'Bu denetim masası oturumunun posta kutusu yok.',
    inconsistent: 'Denetim masası oturumunuz doğrulanamadı. Orada yeniden oturum açın.',
    panel_unavailable: 'Denetim masası yanıt vermiyor. Yeniden deneniyor.',
    not_signed_in: 'Oturumunuz sona erdi. Devam etmek için yeniden oturum açın.',
    session_replaced: 'Bu tarayıcıda başka bir oturum bunun yerini aldı.',
    token_mismatch: 'İstek doğrulanamadı. Sayfayı yeniden yükleyip tekrar deneyin.',
    cookie_needs_tls:
      'Bu sayfa şifrelemesiz açıldı, böyle oturum açılamaz. Başına https:// koyarak açın.',
    origin_refused: 'İstek başka bir siteden geldi ve reddedildi.',
    sign_in_failed: 'Oturum açılamadı. Adresi ve parolayı denetleyin.',
    other_signed_in:
      'Bu tarayıcıda başka bir sekmede zaten biri oturum açmış. Burada oturum açarsanız yerini alırsınız; o sekmede yeniden oturum açmak gerekir.',
    sign_in_locked: 'Çok fazla başarısız deneme. Biraz bekleyip yeniden deneyin.',
    sign_in_busy:
      'Bu posta kutusunda çok fazla oturum açma sürüyor. Biraz bekleyip yeniden deneyin.',
    second_factor_wrong: 'Bu kod doğru değil ya da daha önce kullanıldı. Bir sonrakini bekleyin.',
    second_factor_expired: 'Bu çok uzun sürdü. Baştan başlayın.',
    second_factor_exists: 'Kodlar zaten kurulu. Önce kapatın.',
    second_factor_unreadable: 'Kodlarınız denetlenemiyor. Lütfen yöneticiye bildirin.',
    second_factor_needed:
      'Giriş, paroladan başka ikinci bir adım ister. Web sayfasından oturum açın.',
    passkey_refused: 'Bu geçiş anahtarı kullanılamadı. Yeniden deneyin.',
    passkeys_full: 'İzin verilen sayıda geçiş anahtarı var. Önce birini kaldırın.',
    passkeys_unavailable: 'Bu adreste geçiş anahtarı kullanılamaz.',
    second_factor_required:
      'Burada ikinci bir adım zorunlu ve henüz kurulmamış. Kurmak için web sayfasından oturum açın.',
    password_wrong: 'Şimdiki parola doğru değil.',
    password_too_short: 'Yeni parola çok kısa.',
    password_not_accepted: 'Yeni parola kabul edilmedi. Başka bir tane seçin.',
    password_change_failed:
      'Parola değiştirilemedi. Daha sonra giriş yapamazsanız yenisini de deneyin.',
    input_invalid: 'İstek anlaşılamadı.',
    mailbox_not_found: 'Bu klasör artık yok.',
    mailbox_exists: 'Bu adda bir klasör zaten var.',
    mailbox_refused: 'Posta sunucusu bu klasör için buna izin vermiyor.',
    mailbox_damaged:
      'Posta sunucusu bu klasörün bozuk olduğunu söylüyor. Lütfen yöneticiye bildirin.',
    message_unreadable: 'Posta sunucusu bu iletiyi okuyamıyor.',
    mail_refused: 'Posta sunucusu bunu gösterilebilecek bir neden olmadan reddetti.',
    mail_not_understood: 'Posta sunucusu isteneni anlamadı. Lütfen yöneticiye bildirin.',
    trash_missing: 'Çöp kutusu yok. Hiçbir şey silinmedi.',
    delete_unconfirmed:
      'Burada iletiler kalıcı olarak silinir. Henüz bir şey silinmedi; yeniden deneyin.',
    folder_name_invalid: 'Bu, bir klasörün adı olamaz.',
    too_many_messages: 'Bir kerede çok fazla ileti. Aramayı daraltın.',
    mailbox_replaced:
      'Bu klasörün yerini aynı adda yeni bir klasör aldı. Bir şey yapılmadı; yeniden bakın.',
    message_not_found: 'Bu ileti artık yok.',
    recipient_invalid: 'Adreslerden biri geçerli değil.',
    recipients_too_many: 'Bu iletinin izin verilenden fazla alıcısı var.',
    recipient_refused: 'Posta sunucusu alıcılardan birini kabul etmiyor. Hiçbir şey gönderilmedi.',
    recipient_deferred:
      'Posta sunucusu alıcılardan birini şu an kabul etmiyor. Hiçbir şey gönderilmedi.',
    sender_unknown:
      'Oturum adınızın posta alan adı yok, bu yüzden bir şey gönderilemez. Lütfen yöneticiye bildirin.',
    address_not_allowed: 'Bu adresle yazamazsınız.',
    attachments_gone:
      'Eklenenler, başka bir yerde silinen veya taşınan bir iletide ya da taslaktaydı. Buradan kaldırıp yeniden ekleyin.',
    identity_gone: 'Bu kimlik kaldırıldı. Başka birini seçin.',
    template_gone: 'Bu şablon bu sırada kaldırılmış.',
    settings_full: 'Ayarlarınız için daha fazla yer yok.',
    send_deferred: 'Posta sunucusu bu iletiyi şu an kabul etmiyor. Hiçbir şey gönderilmedi.',
    send_rejected: 'Posta sunucusu bu iletiyi kabul etmedi.',
    send_uncertain: 'Bu iletinin teslim edildiği kesin değil.',
    already_sent: 'Bu ileti, değiştirilmeden önceki hâliyle gönderildi.',
    not_sent: 'Bu iletinin gönderildiği bilinmiyor.',
    over_quota: 'Posta kutusu dolu.',
    contact_not_found: 'Bu kişi artık yok.',
    contact_changed:
      'Bir kişi bu sırada başka bir yerde değiştirildi. Bir şey yapılmadı; yeniden bakın.',
    contact_too_large: 'Bu, bir kişi için çok fazla.',
    group_exists: 'Bu adda bir grup zaten var.',
    contacts_full: 'Daha fazla kişi için yer yok. Hiçbir şey saklanmadı.',
    contact_file_unreadable:
      'Bu dosyada okunabilen kişi yok. vCard (.vcf), CSV ve LDIF dosyaları içe aktarılabilir.',
    contact_file_too_large: 'Bu dosyada çok fazla kişi var. Hiçbir şey içe aktarılmadı.',
    address_book_unavailable:
      'Adres defteri sunucusu yanıt vermiyor. Hiçbir şey değiştirilmedi; girdikleriniz hâlâ burada.',
    address_book_refused:
      'Adres defteri sunucusu parolanızı kabul etmiyor ya da değişikliğe izin vermiyor. Hiçbir şey değiştirilmedi; girdikleriniz hâlâ burada.',
    address_book_partly_saved:
      'Adres defterinin sunucusu her şeyi kabul etmedi: kişilerin bir kısmı kaydedildi, bir kısmı kaydedilmedi.',
    photo_unreadable: 'Bu resim bir kişi için kullanılamaz.',
    store_unavailable: 'Oturumunuz şu an okunamadı. Yeniden deneniyor.',
    mail_unavailable: 'Posta sunucusu şu an yanıt vermiyor. Yeniden deneniyor.',
    mail_busy: 'Posta sunucusu meşgul. Yeniden deneniyor.',
    mail_answer_too_large: 'Posta sunucusu okunamayacak kadar büyük bir yanıt gönderdi.',
    mail_timeout: 'Posta sunucusunun yanıtı çok uzun sürdü.',
    upstream_unavailable: 'Bu adresin ardındaki hizmet yanıt vermiyor.',
    timed_out: 'Bu çok uzun sürdü ve durduruldu.',
    shutting_down: 'Hizmet yeniden başlatılıyor. Yeniden deneniyor.',
    internal: 'Bizim tarafımızda bir şeyler ters gitti.',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `Klasör adında şunlar olamaz: ${signs}`,
    mailbox_refused: (mailbox) => `Posta sunucusu “${mailbox}” klasörü için buna izin vermiyor.`,
    address_book_partly_saved: (names) =>
      `Adres defterinin sunucusu her şeyi kabul etmedi: kişilerin bir kısmı kaydedildi. Kaydedilmeyenler: ${names}`,
    password_not_accepted: (reason) => `Yeni parola kabul edilmedi: ${reason}`,
    recipient_invalid: (recipient) => `Bu geçerli bir adres değil: ${recipient}`,
    recipients_too_many: (limit) => `Bir iletinin en fazla ${limit} alıcısı olabilir.`,
    recipient_refused: (recipient) =>
      `Posta sunucusu ${recipient} alıcısını kabul etmiyor. Hiçbir şey gönderilmedi.`,
    recipient_deferred: (recipient) =>
      `Posta sunucusu ${recipient} alıcısını şu an kabul etmiyor. Hiçbir şey gönderilmedi.`,
    address_not_allowed: (address) => `${address} olarak yazamazsınız.`,
  },
}
