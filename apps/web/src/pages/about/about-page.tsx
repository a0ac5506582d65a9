import type { getInstance } from '@skein/contracts/instance';
import type { RouteResponse } from '@skein/contracts/http';
import type { ReactNode } from 'react';
import { InfoLayout } from '../../features/auth/layout/info-layout.tsx';
import { loadAbout } from '../../features/instance/load-instance.ts';
import { LazyMarkdown } from '../../features/instance/lazy-markdown.tsx';
import { Loaded } from '../../features/instance/loaded.tsx';
import { RuleList } from '../../features/instance/rule-list.tsx';
import { TextSkeleton } from '../../features/instance/text-skeleton.tsx';
import { locale, t } from '../../i18n/index.ts';
import { getInstanceName } from '../../lib/instance.ts';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { paths } from '../../lib/paths.ts';

const numberFormat = new Intl.NumberFormat(locale);

/** What the instance is, who runs it and how large it is. */
export function AboutPage() {
  return (
    <InfoLayout title={t('info.about', { instance: getInstanceName() })}>
      <Loaded load={loadAbout} placeholder={<TextSkeleton />} failure={t('info.failed')}>
        {({ text, rules, ...instance }) => (
          <div className="flex flex-col gap-6">
            {instance.description !== '' && (
              <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                {instance.description}
              </p>
            )}
            {text !== null && <LazyMarkdown text={text} />}
            {rules.length > 0 && (
              <section>
                <h2 className="mb-3 text-lg font-semibold">{t('auth.rules')}</h2>
                <RuleList rules={rules} />
              </section>
            )}
            <Facts instance={instance} />
          </div>
        )}
      </Loaded>
    </InfoLayout>
  );
}

function Facts({ instance }: { instance: RouteResponse<typeof getInstance> }) {
  const { contactEmail, administrators, users, threads, version } = instance;
  return (
    <dl className="flex flex-col gap-3">
      {contactEmail !== '' && (
        <Fact label={t('info.contact')}>
          <a href={`mailto:${contactEmail}`} className="text-accent underline">
            {contactEmail}
          </a>
        </Fact>
      )}
      {administrators.length > 0 && (
        <Fact label={t('info.administrators')}>
          <ul>
            {administrators.map(({ name, username }) => (
              <li key={username}>
                {name}{' '}
                <AuthLink to={paths.profile(username)} className="text-accent underline">
                  @{username}
                </AuthLink>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact label={t('info.users')}>{numberFormat.format(users)}</Fact>
      <Fact label={t('info.threads')}>{numberFormat.format(threads)}</Fact>
      <Fact label={t('info.software')}>Skein {version}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere">
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
