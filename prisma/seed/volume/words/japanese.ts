import type { Language } from './language.ts';
import { listWords } from './words-of.ts';

export const japanese: Language = {
  share: 0.08,
  words: listWords(`
    今日は 明日 昨日 とても すこし また もう 朝 夜 雨 雪 空 山 川 海 駅 電車 自転車 珈琲 パン 本 音楽 映画 写真 料理 味噌汁 野菜 庭 花 猫 犬 鳥 友達
    家族 仕事 休み 散歩 旅行 地図 手紙 言葉 質問 答え 新しい 古い 静かな 楽しい 美味しい 作りました 読みました 歩きました 見ました 思います でした です を に が
    の と も から まで 工房 糸 布 針 毛糸 模様 窓 橋 港 市場 春 夏 秋 冬
  `),
  syllables: listWords(`
    あ い う え お か き く け こ さ し す せ そ た ち つ て と な に の は ひ ふ ま み も や ゆ よ ら り る
  `),
  separator: '',
  fullStop: '。',
};
