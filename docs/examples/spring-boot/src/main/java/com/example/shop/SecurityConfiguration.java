package com.example.shop;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserRequest;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class SecurityConfiguration {
    @Bean
    SecurityFilterChain web(HttpSecurity http, ClientRegistrationRepository registrations) throws Exception {
        return http
                .authorizeHttpRequests(requests -> requests
                        .requestMatchers("/", "/error").permitAll()
                        .anyRequest().authenticated())
                .oauth2Login(login -> login
                        .loginPage("/")
                        .authorizationEndpoint(endpoint -> endpoint.authorizationRequestResolver(resolver(registrations)))
                        .userInfoEndpoint(endpoint -> endpoint.userService(userService()))
                        // A user who cancels, or whose phone denies, returns with an error.
                        .failureUrl("/?error"))
                .logout(logout -> logout.logoutSuccessUrl("/"))
                .build();
    }

    /** Spring Security sends a state by itself, but PKCE only for clients without a secret. */
    private static DefaultOAuth2AuthorizationRequestResolver resolver(ClientRegistrationRepository registrations) {
        var resolver = new DefaultOAuth2AuthorizationRequestResolver(registrations, "/oauth2/authorization");
        // An automatic sign-in returns only the plid. This application stores no users, so each sign-in requires the phone.
        resolver.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce().andThen(
                request -> request.additionalParameters(parameters -> parameters.put("prompt", "select_account"))));
        return resolver;
    }

    /** The response contains the user as an object with encrypted fields (sections 2.2 and 2.4 of the specification). */
    private static DefaultOAuth2UserService userService() {
        var service = new DefaultOAuth2UserService();
        service.setAttributesConverter(request -> answer -> readUser(request, answer));
        return service;
    }

    private static Map<String, Object> readUser(OAuth2UserRequest request, Map<String, Object> answer) {
        try {
            return new LinkedHashMap<>(Fields.readUser(answer, request.getClientRegistration().getClientSecret()));
        } catch (IllegalArgumentException wrong) {
            throw new OAuth2AuthenticationException(new OAuth2Error("invalid_user_info_response"), wrong.getMessage(), wrong);
        }
    }
}
