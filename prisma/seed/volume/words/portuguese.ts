import type { Language } from './language.ts';
import { listWords } from './words-of.ts';

export const portuguese: Language = {
  share: 0.05,
  words: listWords(`
    de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao
    ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso
    casa jardim bicicleta pão café chuva comboio livro música cozinha janela rua cidade
    floresta montanha rio neve sol vizinho oficina cabo servidor forno massa fermento farinha
    tomate maçã abelha pássaro ponte porto mercado carta poema frase pergunta resposta tarde
    viagem mapa tenda corda lã fio agulha tecido padrão bonito devagar talvez amigo família
    cão gato
  `),
  syllables: listWords(`
    ba co da es fe ga lha mo nho pa qui re sa to ve xa ção dor mar nel ponte ria
  `),
  separator: ' ',
  fullStop: '.',
};
