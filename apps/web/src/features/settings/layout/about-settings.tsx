import { useQuery } from '@tanstack/react-query';
import { ownInvitationsQuery } from '../../instance/own-invitations.queries.ts';
import { t } from '../../../i18n/index.ts';
import { getInstanceName } from '../../../lib/instance.ts';
import { paths } from '../../../lib/paths.ts';
import { Setting } from './setting.tsx';
import { SettingsLink } from './settings-link.tsx';
import { SettingsRow } from './settings-row.tsx';

/** Links to pages about the instance. */
export function AboutSettings() {
  const instance = getInstanceName();
  const { data: invitations } = useQuery(ownInvitationsQuery);
  return (
    <>
      {invitations?.canInvite === true && (
        <Setting id="invitations">
          <SettingsRow
            title={t('about.invitations')}
            text={t('about.invitationsText', { instance })}
          >
            <SettingsLink to={paths.invitations}>{t('about.invite')}</SettingsLink>
          </SettingsRow>
        </Setting>
      )}
      <Setting id="instance">
        <SettingsRow title={t('about.instance')} text={t('about.instanceText', { instance })}>
          <SettingsLink to={paths.about}>{t('about.readAbout')}</SettingsLink>
        </SettingsRow>
      </Setting>
      <Setting id="rules">
        <SettingsRow title={t('about.rules')} text={t('about.rulesText')}>
          <SettingsLink to={paths.rules}>{t('about.readRules')}</SettingsLink>
        </SettingsRow>
      </Setting>
      <Setting id="privacy-policy">
        <SettingsRow title={t('about.privacy')} text={t('about.privacyText')}>
          <SettingsLink to={paths.privacy}>{t('about.readPrivacy')}</SettingsLink>
        </SettingsRow>
      </Setting>
      <Setting id="terms">
        <SettingsRow title={t('about.terms')} text={t('about.termsText', { instance })}>
          <SettingsLink to={paths.terms}>{t('about.readTerms')}</SettingsLink>
        </SettingsRow>
      </Setting>
      <Setting id="api">
        <SettingsRow title={t('about.api')} text={t('about.apiText', { instance })}>
          <SettingsLink to={paths.apiDocs} isServerPage>
            {t('about.openApi')}
          </SettingsLink>
        </SettingsRow>
      </Setting>
    </>
  );
}
