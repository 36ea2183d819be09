package com.example.shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.user.OAuth2User;
import org.springframework.security.web.authentication.logout.SecurityContextLogoutHandler;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

@Controller
class ShopController {
    private final LoginService loginService;

    ShopController(LoginService loginService) {
        this.loginService = loginService;
    }

    /** Without consent to the name there is none; the plid, which is the user's name for Spring Security, is always there. */
    @GetMapping("/")
    String home(@AuthenticationPrincipal OAuth2User user, Model model) {
        if (user != null) model.addAttribute("name", user.getAttributes().getOrDefault("name", user.getName()));
        return "home";
    }

    @PostMapping("/disconnect")
    String disconnect(Authentication person, HttpServletRequest request, HttpServletResponse response)
            throws IOException, InterruptedException {
        loginService.disconnect(person.getName());
        new SecurityContextLogoutHandler().logout(request, response, person);
        return "redirect:/";
    }
}
