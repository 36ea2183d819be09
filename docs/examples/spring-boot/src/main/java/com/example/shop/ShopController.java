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
import org.springframework.web.bind.annotation.ResponseBody;

@Controller
class ShopController {
    private final LoginService loginService;

    ShopController(LoginService loginService) {
        this.loginService = loginService;
    }

    @GetMapping("/")
    String home(@AuthenticationPrincipal OAuth2User user, Model model) {
        if (user != null) model.addAttribute("name", nameOf(user));
        return "home";
    }

    /** A page for signed-in users. */
    @GetMapping(path = "/orders", produces = "text/plain;charset=UTF-8")
    @ResponseBody
    String orders(@AuthenticationPrincipal OAuth2User user) {
        return "Orders of " + nameOf(user);
    }

    @PostMapping("/disconnect")
    String disconnect(Authentication user, HttpServletRequest request, HttpServletResponse response)
            throws IOException, InterruptedException {
        loginService.disconnect(user.getName());
        new SecurityContextLogoutHandler().logout(request, response, user);
        return "redirect:/";
    }

    /** A user who doesn't consent to the name has only the plid, which is the user's name for Spring Security. */
    private static Object nameOf(OAuth2User user) {
        return user.getAttributes().getOrDefault("name", user.getName());
    }
}
