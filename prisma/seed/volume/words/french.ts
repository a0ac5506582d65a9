import type { Language } from './language.ts';
import { listWords } from './words-of.ts';

export const french: Language = {
  share: 0.08,
  words: listWords(`
    de la le et les des en un une du est pour que dans qui sur pas plus par avec ce il au se
    ne son mais on nous vous tout bien être fait comme sans ou si leur même encore aussi hier
    demain toujours jamais maison jardin vélo pain café pluie train livre musique cuisine
    fenêtre rue ville forêt montagne neige soleil vendredi voisin atelier câble serveur
    sauvegarde four pâte levure farine tomate pomme abeille oiseau pont port marché lettre
    poème phrase question réponse raison soir voyage carte tente corde laine fil aiguille
    tissu motif joli lentement ami famille chien chat
  `),
  syllables: listWords(`
    an ba che dé eau fi gne hui jou ler mon ne ou pré quai ri so tié u vé ment tion belle rond
    vert
  `),
  separator: ' ',
  fullStop: '.',
};
