package com.example.shop;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

@SpringBootApplication
public class ShopApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(ShopApplication.class, arguments);
    }

    @Bean
    LoginService loginService(@Value("${plid.service}") String address, ClientRegistrationRepository registrations) {
        ClientRegistration registration = registrations.findByRegistrationId("plid");
        return new LoginService(address, registration.getClientId(), registration.getClientSecret());
    }
}
